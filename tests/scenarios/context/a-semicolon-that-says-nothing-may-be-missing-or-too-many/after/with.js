import { t } from 'i18n';

const text = t('admin.calendar');
const size = text.length;
show(text, size);
