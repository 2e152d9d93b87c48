import type { ConversationEntity } from '@parley/core/conversations/api'
import { activityTime } from '@parley/core/conversations/rules'
import { calendar, listTime } from '@parley/core/text/format'

const local = calendar()

/** Clock time today, weekday within a week, else month and day; the full date as its tooltip. */
export function ActivityTime({ row, now }: { row: ConversationEntity; now: Date }) {
  const iso = activityTime(row)
  if (iso === null) return null
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={local.full(at)}>
      {listTime(local, at, now)}
    </time>
  )
}
