import { t } from 'i18n'

export function title() {
  const text = t('admin.calendar')
  log(text);
  const size = text.length
  return { text, size }
}
