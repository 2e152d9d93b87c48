import type { ConversationRow } from '@parley/core/ids'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Timer } from '../timers/interval.ts'
import { holdingTransaction } from './guard.ts'
import type { Db } from './open.ts'
import { statement } from './connection/statement.ts'

export type Tx = Transaction<Database>
/** The root database or a transaction. Queries work with both. */
export type Reader = Kysely<Database>

/** A change to publish: the entity, the kind of change, and the only agent to get it (absent: all agents). */
export interface Change {
  readonly noun:
    | 'message'
    | 'conversation'
    | ConversationRow
    /** The note on a conversation's customer. `id` is the conversation's. Each of the customer's conversations has one. */
    | 'customer-note'
    /** Offers of a conversation and their ends. `id` is the conversation's. */
    | 'assignment'
    | 'application'
    | 'mark'
    /** An agent's own draft. `id` is the conversation's. */
    | 'draft'
    | 'session'
    | 'agent'
    | 'notification'
    /** The open notifications of a conversation's messages, for all agents at once. `id` is the conversation's. */
    | 'message-notices'
    /** WhatsApp's templates, all at once. `id` is 0. */
    | 'templates'
    /** The bot's knowledge or its business hours, all at once. `id` is 0. */
    | 'bot'
    /** Canned replies, all at once: the shared ones, or one agent's own. `id` is 0. */
    | 'canned-replies'
    /** Saved views, all at once: the shared ones, or one agent's own. `id` is 0. */
    | 'saved-views'
    /** Visibility scopes: a setting, a role or a department changed. */
    | 'sight'
  readonly id: number
  /** handed: a conversation's owner or offer changed, and so did its allowed viewers. */
  readonly kind: 'created' | 'handed' | 'changed'
  readonly agentId?: number
}

export type Publish = (change: Change) => void

/** An open transaction with its publish function and its time. */
export interface TxContext {
  readonly tx: Tx
  readonly publish: Publish
  /** The clock at the first use. Destructuring is a use: where it must not precede a lock, it comes after the lock. */
  readonly now: Date
}

/** Everything that writes uses this: the database, its clock, and the notifier that wakes the followers of the log. */
export interface Writer {
  readonly db: Db
  readonly now: () => Date
  /** The timer of the loops. The default is the system's. */
  readonly timer?: Timer | undefined
  /** Called after each commit with the last number, and the rows added to the log in the order of their numbers. */
  readonly notify: (seq: number, changes: readonly Change[]) => void
}

export type TimedJob = 'expire offers' | 'end snoozes' | 'send reminders' | 'end breaks' | 'ask for ratings'

/**
 * Schedules a job for the time when this row falls due, in the row's transaction. Another time for the same row replaces the
 * earlier one. If the row is no longer due, the job runs without effect.
 */
export async function runJobAt(tx: Tx, job: TimedJob, rowId: number, at: Date): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, run_at => ${at}::timestamptz, job_key => ${`${job} ${rowId}`})`.execute(
    tx,
  )
}

const deadlocked = new Set(['40P01', '40001'])
/**
 * Unique addresses of a customer. A retry sees a customer that got the address at the same moment. The check before the insert
 * cannot see it.
 */
const addresses = new Set(['customers_wa_id_key', 'customers_wa_user_id_key'])
const maxTries = 5

function isRace(error: unknown): boolean {
  const { code = '', constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  return deadlocked.has(code) || (code === '23505' && addresses.has(constraint))
}

/**
 * Runs `work` in one transaction and appends its published changes to the log with the last statement. So the row of the event
 * sequence is the last lock, and the order of numbers is the order of commits. It retries after a deadlock, and after one address
 * was given to two customers at once. `work` must have no effect outside.
 */
export async function write<T>(writer: Writer, work: (context: TxContext) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { result, seq, changes } = await attempt(writer, work)
      if (seq !== null) writer.notify(seq, changes)
      return result
    } catch (error) {
      if (!isRace(error) || tries >= maxTries) throw error
    }
  }
}

const attempt = <T>(writer: Writer, work: (context: TxContext) => Promise<T>) =>
  writer.db.transaction().execute(tx =>
    holdingTransaction(async () => {
      const emitted = new Map<string, Change>()
      const publish = (change: Change) => {
        const key = `${change.noun} ${change.id} ${change.agentId ?? ''}`
        // Created and then changed in one transaction is created. Handed and then changed is handed.
        const before = emitted.get(key)?.kind ?? 'changed'
        if (before === 'changed' || change.kind === 'created') emitted.set(key, change)
      }
      let now: Date | undefined
      const result = await work({
        tx,
        publish,
        get now() {
          return (now ??= writer.now())
        },
      })
      const changes = [...emitted.values()]
      return { result, changes, seq: changes.length === 0 ? null : await append(writer, tx, changes) }
    }),
  )

/** The last statement before the commit: every writer waits for the lock on the row of the event sequence. */
const appending = statement<{ seq: number }>(
  'append_to_log',
  `with clock as (update live_clock set seq = seq + $1::int returning seq),
   appended as (
     insert into live_log (seq, noun, entity_id, kind, agent_id, at)
     select clock.seq - $1::int + change.place, change.noun, change.id, change.kind, change.agent, $2::timestamptz
     from clock, unnest($3::text[], $4::bigint[], $5::text[], $6::bigint[])
       with ordinality as change (noun, id, kind, agent, place)
   )
   select seq from clock`,
)

async function append(writer: Writer, tx: Tx, changes: readonly Change[]): Promise<number> {
  const [clock] = await appending(tx, [
    changes.length,
    writer.now(),
    changes.map(change => change.noun),
    changes.map(change => change.id),
    changes.map(change => change.kind),
    changes.map(change => change.agentId ?? null),
  ])
  if (clock === undefined) throw new Error('The log has no clock')
  return clock.seq
}
