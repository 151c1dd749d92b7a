import { t } from 'i18n'

export function title() {
  const text = t('Calendar')
  const size = text.length
  return { text, size }
}
