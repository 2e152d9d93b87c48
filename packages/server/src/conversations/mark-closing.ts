import { soonMs, windowMs } from '@parley/core/conversations/window'
import { statement } from '../db/statement.ts'
import { type Writer, write } from '../db/write.ts'

/** So many are marked at a time. */
const most = 500

/*
 * $1 the moment at which a customer must have written for the window to close now, $2 for it to close soon. Who wrote since
 * $1 was active since: so many are looked at, and not every conversation.
 */
const closing = `(c.peer is null and c.status not in ('RESOLVED', 'ARCHIVED')
  and coalesce(c.customer_wrote_at > $1::timestamptz and c.customer_wrote_at <= $2::timestamptz, false)
  and coalesce(c.window_refused_at <= c.customer_wrote_at, true))`

const marking = statement<{ id: number }>(
  'mark_closing',
  `update conversations set closing_soon = not closing_soon where id in (
     select id from conversations c
     where c.id in (
       select id from conversations c where c.closing_soon and not ${closing}
       union all
       select id from conversations c where c.last_activity > $1::timestamptz and not c.closing_soon and ${closing})
     order by id limit ${most} for no key update skip locked)
   returning id`,
)

/** Marks what begins or ends to be soon closed for anything but templates. Answers how many. */
export const markClosing = (writer: Writer): Promise<number> =>
  write(writer, async (tx, emit) => {
    const now = writer.now().getTime()
    const over = new Date(now - windowMs)
    const changed = await marking(tx, [over, new Date(over.getTime() + soonMs)])
    for (const { id } of changed) emit({ noun: 'conversation', id, kind: 'changed' })
    return changed.length
  })
