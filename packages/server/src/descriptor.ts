import type { Settings } from '@parley/core/settings/api'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './db/database.ts'
import type { Change, Reader, Tx, TxContext, Writer } from './db/write.ts'
import type { Http } from './http/mount.ts'

/** A fragment of SQL. For ids it is a query in brackets. */
export type Sql = RawBuilder<unknown>

/** Queries that find a customer's rows. */
export interface Places {
  readonly customer: number
  /** The ids of the customer and of the customers merged into them. */
  readonly people: Sql
  readonly conversations: Sql
  readonly messages: Sql
}

export function placesOf(customer: number): Places {
  const conversations = sql`(select id from conversations where customer_id = ${customer})`
  return {
    customer,
    people: sql`(with recursive person as (
      select ${customer}::bigint as id union all
      select c.id from customers c join person p on c.merged_into = p.id) select id from person)`,
    conversations,
    messages: sql`(select id from messages where conversation_id in ${conversations})`,
  }
}

/** A customer during erasure. The customer and their conversations are locked. */
export interface Erased extends Places {
  readonly conversationIds: readonly number[]
  /** Phone numbers without a plus, and user ids: WhatsApp and texts name the customer by these. */
  readonly marks: readonly string[]
  readonly names: readonly (string | null)[]
  readonly customerNumber: string | null
  readonly byId: number | null
  readonly now: Date
}

/** The rows of a table that an erasure deletes. With `set` it blanks them instead. `where` is a condition. */
export interface Loss {
  readonly where: (of: Erased) => Sql
  readonly set?: (of: Erased) => Sql
}

/** A row must have a title, so an erased title gets this text. */
export const erasedTitle = 'Erased'
export const erasedName = 'Erased customer'

export interface Erase {
  /**
   * Every table with rows of a customer. All deletions run before all blanking, in the order of the resources. `figures`: the
   * rows hold no words and are counted, so they stay. `code`: `first` or `onWordsGone` erases them.
   */
  readonly tables: Readonly<Partial<Record<keyof Database, Loss | 'figures' | 'code'>>>
  /** Returns false while the customer cannot be erased yet. The caller rolls nothing back and tries again. */
  readonly isReady?: (context: TxContext, of: Erased) => Promise<boolean>
  /** Runs before any row of the tables changes. Returns the attachments that a row no longer carries. */
  readonly first?: (context: TxContext, of: Erased) => Promise<readonly number[] | void>
}

export interface Batch {
  readonly before: Date
  /** The maximum number of rows. */
  readonly most: number
}

export interface Forgotten {
  /** Fewer than `most` means that no older rows are left. */
  readonly count: number
  /** The attachments that a row no longer carries. */
  readonly attachments?: readonly number[]
  /** The messages whose words were deleted. */
  readonly messages?: readonly number[]
}

export interface Retention {
  /** Null keeps the rows for good. */
  readonly days: (settings: Settings) => number | null
  readonly forget: (context: TxContext, batch: Batch) => Promise<Forgotten>
}

/** Reads one part of an export by a customer's or conversation's id: a value, or rows one at a time. */
export type Read = (reader: Reader, id: number) => Promise<unknown> | AsyncIterable<Streamed>

export interface StoredFile {
  readonly id: string
  readonly name: string
  /** Null if the server does not have the file's bytes. */
  readonly storage_key: string | null
}

/** A row of an export with the files it carries. */
export interface Streamed {
  readonly files: readonly StoredFile[]
}

/** Reads all rows of a query. The query returns ids as text; its column names become field names (docs/export.md). */
export const listed =
  (query: (id: number) => Sql) =>
  async (reader: Reader, id: number): Promise<readonly unknown[]> =>
    (await query(id).execute(reader)).rows

/** A move from one conversation to another. Both are locked. */
export interface Way {
  readonly fromId: number
  readonly toId: number
}

/**
 * Rows that move along when a conversation continues in another one. `carry` returns the moved rows as JSON. `part` gets that
 * JSON and the opposite direction, and moves back the rows that nobody has changed since.
 */
export interface Carry<T = unknown> {
  carry(context: TxContext, way: Way): Promise<T>
  part(context: TxContext, way: Way, carried: T): Promise<void>
}

/** A merge of two customers by an agent. Both customers are locked. */
export interface Joined {
  readonly keptId: number
  readonly goneId: number
  readonly agentId: number
}

/**
 * Other data that a merge gives to the kept customer. `join` returns its changes as JSON, or null if there are none. `part`
 * undoes those changes.
 */
export interface Join<T = unknown> {
  join(context: TxContext, who: Joined): Promise<T | null>
  part(context: TxContext, who: Joined, joined: T): Promise<void>
}

/**
 * Describes a resource to the rest of the server. `resources.ts` lists all descriptors. `Deps` are the dependencies of its
 * routes.
 */
export interface Descriptor<Deps = { readonly writer: Writer }> {
  readonly routes?: (http: Http, deps: Deps) => void | Promise<void>
  /** Parts of customer.json by name: of the whole export, of the customer, and of each conversation. */
  readonly export?: Readonly<
    Partial<Record<'root' | 'customer' | 'conversation', Readonly<Record<string, Read>>>>
  >
  readonly erase?: Erase
  /** Deletes copies of these messages' words in other tables when erasure or retention deletes the words. */
  readonly onWordsGone?: (tx: Tx, messages: Sql) => Promise<unknown>
  /** By the name in the record of a retention run. */
  readonly retain?: Readonly<Record<string, Retention>>
  /** By the name in the record of a merge. */
  readonly carry?: Readonly<Record<string, Carry>>
  readonly join?: Readonly<Record<string, Join>>
  /** Whether the customer has work. If so, only an agent may merge the customer. */
  readonly isWork?: (of: Places) => Sql
  /** The rows to publish when the customer's name or conversations change. */
  readonly shows?: {
    readonly noun: Change['noun']
    readonly ids: (of: Places) => Sql
    /** The rows, if each belongs to one conversation. Their visibility and their events depend on it. */
    readonly table?: keyof Database
  }
  /** Finds the name of an audit entry's subject by its id. */
  readonly audit?: Readonly<Record<string, (id: Sql) => Sql>>
}

export const inConversations = ({ conversations }: Places): Sql => sql`conversation_id in ${conversations}`

interface ThreadRows {
  readonly noun: Change['noun']
  readonly table: keyof Database
  /** The column by which notifications refer to these rows. If absent, none do. */
  readonly notice?: 'note_id' | 'reminder_id' | 'ticket_id'
  /** Only open rows move when the conversation continues in another one. */
  readonly isOpen: Sql
  /** The values that erasure and retention set. */
  readonly blank: (now: Date) => Sql
  /** Condition and order of the rows that are kept no longer than messages. If absent, rows are kept for good. */
  readonly old?: (before: Date) => Sql
  readonly onMoved?: (tx: Tx, way: Way) => Promise<unknown>
  readonly onForgotten?: (context: TxContext, ids: readonly number[]) => Promise<unknown>
}

/** Describes a resource with one conversation for each row. Notifications move with their rows. */
export function threadRows(rows: ThreadRows) {
  const { noun, table, notice, isOpen, blank, old, onMoved, onForgotten } = rows
  const updated = async (tx: Tx, set: Sql, where: Sql): Promise<readonly number[]> => {
    const statement = sql<{ id: number }>`update ${sql.table(table)} set ${set} where ${where} returning id`
    return (await statement.execute(tx)).rows.map(({ id }) => id)
  }
  const notify = async (
    { tx, publish }: TxContext,
    ids: readonly number[],
    set: Sql,
    which: Sql,
  ): Promise<void> => {
    if (notice === undefined) return
    const { rows: changed } = await sql<{ id: number; agent_id: number }>`
      with named as (select id from notifications where ${sql.ref(notice)} = any(${[...ids]}::bigint[])
        and ${which} order by id for no key update)
      update notifications n set ${set} from named where n.id = named.id returning n.id, n.agent_id`.execute(
      tx,
    )
    for (const { id, agent_id: agentId } of changed)
      publish({ noun: 'notification', id, kind: 'changed', agentId })
  }
  const move = async (context: TxContext, { fromId, toId }: Way, which: Sql) => {
    const { tx, now } = context
    const ids = await updated(
      tx,
      sql`conversation_id = ${toId}`,
      sql`conversation_id = ${fromId} and ${which}`,
    )
    await onMoved?.(tx, { fromId, toId })
    await notify(context, ids, sql`conversation_id = ${toId}, updated_at = ${now}`, sql`dismissed_at is null`)
    return ids
  }
  const carry: Carry<readonly number[]> = {
    carry: (context, way) => move(context, way, isOpen),
    part: async (context, way, ids) => {
      await move(context, way, sql`id = any(${[...ids]}::bigint[])`)
    },
  }
  const forget: Retention['forget'] = async (context, { before, most }) => {
    const { tx, publish, now } = context
    const which = sql`id in (select id from ${sql.table(table)} where ${old?.(before) ?? sql`false`} limit ${most})`
    const ids = await updated(tx, blank(now), which)
    const gone = sql`message = '', dismissed_at = coalesce(dismissed_at, ${now}::timestamptz), updated_at = ${now}`
    await notify(context, ids, gone, sql`true`)
    await onForgotten?.(context, ids)
    for (const id of ids) publish({ noun, id, kind: 'changed' })
    return { count: ids.length }
  }
  const ids = (of: Places): Sql => sql`(select id from ${sql.table(table)} where ${inConversations(of)})`
  return {
    ids,
    carry,
    retention: { days: settings => settings.keep_messages_days, forget } satisfies Retention as Retention,
    loss: { where: inConversations, set: ({ now }) => blank(now) } satisfies Loss as Loss,
    isWork: (of: Places): Sql => sql`exists ${ids(of)}`,
    shows: { noun, ids, table },
  }
}
