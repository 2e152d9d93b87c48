import { calendar, momentLabel } from '@parley/core/rules/format'
import { useNow } from '../../ui/use-now.ts'

const local = calendar()

/** When something happened to a ticket; the full date as its tooltip. */
export function TicketTime({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={local.full(at)}>
      {momentLabel(local, at, useNow())}
    </time>
  )
}
