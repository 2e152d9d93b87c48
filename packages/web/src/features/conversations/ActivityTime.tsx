import type { ConversationEntity } from '@parley/core/api/conversations'
import { activityTime } from '@parley/core/rules/conversation'
import { calendar, listTime } from '@parley/core/rules/format'

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
