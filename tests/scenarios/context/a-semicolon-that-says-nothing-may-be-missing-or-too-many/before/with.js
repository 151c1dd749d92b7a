import { t } from 'i18n';

const text = t('Calendar');
const size = text.length;
show(text, size);
