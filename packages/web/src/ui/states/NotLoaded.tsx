import { t } from '@parley/core/text/translate'
import { Text } from '../layout/Layout.tsx'

/** In the place of what could not be loaded, where the page says elsewhere why and it comes by itself. */
export function NotLoaded() {
  return (
    <Text as="p" size="list" tone="muted">
      {t('Not loaded')}
    </Text>
  )
}
