import { calendar, momentLabel } from '@parley/core/text/format'
import { useNow } from './hooks/use-now.ts'

const local = calendar()

/** When something was: the clock if today, else with its day; the full date as its tooltip. */
export function Moment({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={local.full(at)}>
      {momentLabel(local, at, useNow())}
    </time>
  )
}
