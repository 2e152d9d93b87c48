import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Timer } from '../timers/interval.ts'
import { holdingTransaction } from './guard.ts'
import type { Db } from './open.ts'
import { statement } from './connection/statement.ts'

export type Tx = Transaction<Database>
/** Queries read from the root or inside a transaction alike. */
export type Reader = Kysely<Database>

/** A change that others must hear of: which entity, what happened to it, and who may know (null: everybody). */
export interface Change {
  readonly noun:
    | 'message'
    | 'conversation'
    | 'ticket'
    | 'issue'
    | 'note'
    /** The note on a conversation's customer; `id` is the conversation's, and each of theirs has one. */
    | 'customer-note'
    | 'reminder'
    | 'application'
    | 'mark'
    /** A draft of an agent's own; `id` is the conversation's. */
    | 'draft'
    | 'session'
    | 'agent'
    | 'notification'
    /** The open notices of a conversation's messages, of every agent at once; `id` is the conversation's. */
    | 'message-notices'
    /** What WhatsApp says of the templates, all of them at once; `id` is 0. */
    | 'templates'
    /** What the bot knows, or the hours it keeps to, all of it at once; `id` is 0. */
    | 'bot'
    /** Canned replies, all of them at once: the shared ones, or one agent's own; `id` is 0. */
    | 'canned-replies'
    /** Saved views, all of them at once: the shared ones, or one agent's own; `id` is 0. */
    | 'saved-views'
    /** Who may see whose conversations: a setting, a role or a department changed. */
    | 'sight'
  readonly id: number
  /** handed: a conversation changed, and with it who may see it, as its owner or by an offer. */
  readonly kind: 'created' | 'handed' | 'changed'
  readonly agentId?: number
}

export type Publish = (change: Change) => void

/** A transaction that is under way: what it publishes, and its time. */
export interface TxContext {
  readonly tx: Tx
  readonly publish: Publish
  readonly now: Date
}

/** Writes go through here: the database, its clock, and the notifier that wakes the followers of the log. */
export interface Writer {
  readonly db: Db
  readonly now: () => Date
  /** By what the loops over it wait; the system's where nothing else is said. */
  readonly timer?: Timer | undefined
  /** Told after each commit what it appended to the log, in the order of the numbers, and the last one's. */
  readonly notify: (seq: number, changes: readonly Change[]) => void
}

/** Jobs that run when a row falls due. */
export type TimedJob = 'expire offers' | 'end snoozes' | 'send reminders' | 'end breaks' | 'ask for ratings'

/**
 * Has a job run when this row falls due, in the row's transaction. Another time for the same row replaces the earlier one; a row that
 * is no longer due costs one idle run.
 */
export async function runJobAt(tx: Tx, job: TimedJob, rowId: number, at: Date): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, run_at => ${at}::timestamptz, job_key => ${`${job} ${rowId}`})`.execute(
    tx,
  )
}

const deadlocked = new Set(['40P01', '40001'])
/** Whom somebody is known by: who got it in this very moment is seen by the next try, and by no look before it. */
const addresses = new Set(['customers_wa_id_key', 'customers_wa_user_id_key'])
const maxTries = 5

function isRace(error: unknown): boolean {
  const { code = '', constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  return deadlocked.has(code) || (code === '23505' && addresses.has(constraint))
}

/**
 * Runs `work` in one transaction and appends what it emitted to the log with the last statement, so that the clock row is
 * the last lock and number order is commit order. A deadlock is tried again, and so is one address given to two customers
 * at once; `work` must have no effect outside.
 */
export async function write<T>(writer: Writer, work: (tx: Tx, publish: Publish) => Promise<T>): Promise<T> {
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

const attempt = <T>(writer: Writer, work: (tx: Tx, publish: Publish) => Promise<T>) =>
  writer.db.transaction().execute(tx =>
    holdingTransaction(async () => {
      const emitted = new Map<string, Change>()
      const publish = (change: Change) => {
        const key = `${change.noun} ${change.id} ${change.agentId ?? ''}`
        // Created and then changed in one transaction is created; handed on and then changed is handed.
        const before = emitted.get(key)?.kind ?? 'changed'
        if (before === 'changed' || change.kind === 'created') emitted.set(key, change)
      }
      const result = await work(tx, publish)
      const changes = [...emitted.values()]
      return { result, changes, seq: changes.length === 0 ? null : await append(writer, tx, changes) }
    }),
  )

/** The last statement before the commit: the clock row is the lock that every writer waits for. */
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
