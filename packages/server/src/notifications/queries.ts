import type { Notification, NotificationState } from '@parley/core/notifications/api'
import type { Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader } from '../db/write.ts'

type Row = Omit<Selectable<Database['notifications']>, 'created_at' | 'reminder_id'> & {
  /** The message of its reminder. */
  readonly message_id: number | null
}

const columns =
  'n.id, n.agent_id, type, title, message, n.conversation_id, ticket_id, note_id, cause, importance, auto_close, read_at, dismissed_at, updated_at'
const byId = statement<Row>(
  'notifications_by_id',
  `select ${columns}, r.message_id from notifications n left join reminders r on r.id = n.reminder_id
   where n.id = any($1::bigint[])`,
)
const ofMessages = statement<Row>(
  'open_message_notices',
  `select ${columns}, null::bigint as message_id from notifications n
   where n.conversation_id = any($1::bigint[]) and cause = 'message' and dismissed_at is null`,
)

const aboutAccount: ReadonlySet<string> = new Set(['account', 'lockout'])

const stateOf = (row: Row): NotificationState => ({
  id: String(row.id) as Notification['id'],
  type: row.type as Notification['type'],
  title: row.title,
  message: row.message,
  read: row.read_at !== null,
  timestamp: row.updated_at.toISOString(),
  conversation_id: row.conversation_id === null ? null : (String(row.conversation_id) as never),
  ticket_id: row.ticket_id === null ? null : (String(row.ticket_id) as never),
  note_id: row.note_id === null ? null : (String(row.note_id) as never),
  message_id: row.message_id === null ? null : (String(row.message_id) as never),
  about: aboutAccount.has(row.cause) ? 'account' : null,
  data: { importance: row.importance as Notification['data']['importance'] },
  auto_close: row.auto_close,
  dismissed: row.dismissed_at !== null,
})

/** Notices by id, as events carry them. */
export async function notificationStates(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NotificationState>> {
  if (ids.length === 0) return new Map()
  const rows = await byId(reader, [ids])
  return new Map(rows.map(row => [row.id, stateOf(row)]))
}

/** The open notices of these conversations' messages, each with its agent. */
export async function openMessageNotices(
  reader: Reader,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, readonly { agentId: number; state: NotificationState }[]>> {
  if (conversationIds.length === 0) return new Map()
  const rows = await ofMessages(reader, [conversationIds])
  const found = new Map<number, { agentId: number; state: NotificationState }[]>()
  for (const row of rows) {
    const id = row.conversation_id ?? 0
    found.set(id, [...(found.get(id) ?? []), { agentId: row.agent_id, state: stateOf(row) }])
  }
  return found
}

/** The screen shows ten. An agent with more than this many clears them. */
const most = 500

const openOf = (reader: Reader, agentId: number) =>
  reader
    .selectFrom('notifications as n')
    .leftJoin('reminders as r', 'r.id', 'n.reminder_id')
    .selectAll('n')
    .select('r.message_id')
    .where('n.agent_id', '=', agentId)
    .where('n.dismissed_at', 'is', null)
    .orderBy('n.updated_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(most)

/** An agent's open notices, newest change first: the newest, and every offer however old. */
export async function openNotifications(reader: Reader, agentId: number): Promise<NotificationState[]> {
  const newest = await openOf(reader, agentId).execute()
  if (newest.length < most) return newest.map(stateOf)
  const offers = await openOf(reader, agentId).where('n.cause', '=', 'offer').execute()
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...offers.filter(({ id }) => !known.has(id))].map(stateOf)
}

/** How many of an agent's notices are neither read nor dismissed. */
export async function unreadNotificationCount(reader: Reader, agentId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('notifications')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .where('dismissed_at', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
