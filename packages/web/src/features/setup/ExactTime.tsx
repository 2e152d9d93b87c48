import { calendar, exactLabel } from '@parley/core/text/format'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Text } from '../../ui/layout/Layout.tsx'

const local = calendar()

/** When something was seen, to the second. */
export function ExactTime({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <Text as="time" size="meta" tone="muted" nowrap digits dateTime={iso} title={local.full(at)}>
      {exactLabel(local, at, useNow())}
    </Text>
  )
}
