import { sql } from 'kysely'
import { migrateForm } from '@parley/bot/form/migrate'
import { askAgain } from '@parley/bot/form/step'
import { say } from '@parley/bot/sayings'
import { readState } from '@parley/bot/state'
import type { ApplicationKind } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { windowMs } from '@parley/core/conversations/window'
import { statement } from '../db/connection/statement.ts'
import { type Reader, write, type Writer } from '../db/write.ts'
import { isPassing } from '../http/errors.ts'
import { startClaimLoop, type ClaimLoop } from '../timers/claim-loop.ts'
import { sayInChat } from './said.ts'
import { answerDue, type BotDeps, type Due, giveUpOn } from './turn.ts'

/** Reminders are due after hours, so they are not looked for after each answer. */
const remindEveryMs = 15_000

/** How long the bot lets ingestion go first, in milliseconds. */
const lettingInMs = 100

/**
 * Answers conversations in groups, one group at a time.
 * @param quiet resolves when no messages are being ingested, or after that many milliseconds
 */
export function startBot(
  deps: BotDeps,
  quiet: (mostMs: number) => Promise<void>,
  wakeDelivery: () => void,
  onTrouble: (error: unknown) => void,
): ClaimLoop {
  const takeTurns = openTurns(deps, onTrouble)
  /** The last time that no reminder was due, in milliseconds since 1970. */
  let nobodyAt = Number.NEGATIVE_INFINITY
  const remind = async (): Promise<boolean> => {
    const now = deps.writer.now().getTime()
    if (now - nobodyAt < remindEveryMs) return false
    const isAnybody = await remindOfForm(deps.writer)
    if (!isAnybody) nobodyAt = now
    return isAnybody
  }
  return startClaimLoop({
    claim: async () => {
      await quiet(lettingInMs)
      const turn = await takeTurns()
      if (turn === 'held') return turn
      if (turn === 'nothing' && !(await remind())) return []
      wakeDelivery()
      return ['answered']
    },
    work: async () => undefined,
    atOnce: 1,
    lookEveryMs: 2_000,
    timer: deps.writer.timer,
    onTrouble,
  })
}

/** Conversations answered in one transaction. */
const mostAtOnce = 16
/** Milliseconds before each retry of a conversation that failed. After the last one it goes to the queue. */
const againMs: readonly number[] = [1_000, 5_000, 0]
/** If the handover fails too, it is retried at this interval. */
const giveUpAgainMs = 60_000

/** Whether any conversation except these waits for the bot. */
export const isAnyDue = statement(
  'bot_is_due',
  // The order makes PostgreSQL use the index; without it, it scans all conversations.
  `select 1 from conversations where bot_from is not null and not id = any($1::bigint[])
   order by bot_from limit 1`,
)

const due = `select c.id, c.bot_from, c.owner_generation, c.peer, c.customer_id, cu.name as customer_name,
     cu.phone as customer_phone,
     (select state from bot_states s where s.conversation_id = c.id) as state
   from conversations c join customers cu on cu.id = c.customer_id
   where c.bot_from is not null`

const longestDue = statement<Due>(
  'bot_due',
  `${due} and not c.id = any($1::bigint[]) order by c.bot_from limit $2::int for no key update of c skip locked`,
)

const dueAt = statement<Due>('bot_due_at', `${due} and c.id = $1::bigint for no key update of c`)

export type Turn = 'answered' | 'held' | 'nothing'

interface Failed {
  readonly times: number
  /** Ms since 1970. */
  readonly againAt: number
}

/**
 * Answers the conversations that have waited longest, several in one transaction. If that fails, each is answered alone, so that
 * one failure delays no other. A conversation that fails alone is retried, then handed to the queue.
 * @returns a function that answers the next ones; its result is "held" if other transactions have locked all that wait
 * @param onTrouble is called with each error
 */
export function openTurns(deps: BotDeps, onTrouble: (error: unknown) => void): () => Promise<Turn> {
  const { writer } = deps
  const failed = new Map<number, Failed>()

  const answerAlone = async (id: number): Promise<void> => {
    const times = failed.get(id)?.times ?? 0
    try {
      await write(writer, async context => {
        const [one] = await dueAt(context.tx, [id])
        if (one === undefined) return
        await (times < againMs.length ? answerDue(context, deps, one) : giveUpOn(context, one))
      })
      failed.delete(id)
    } catch (error) {
      // A failure of the database or the machine says nothing about the conversation.
      if (isPassing(error)) throw error
      onTrouble(error)
      const againAt = writer.now().getTime() + (againMs[times] ?? giveUpAgainMs)
      failed.set(id, { times: times + 1, againAt })
    }
  }

  const answerFailed = async (): Promise<boolean> => {
    const now = writer.now().getTime()
    const again = [...failed].filter(([, { againAt }]) => againAt <= now)
    for (const [id] of again) await answerAlone(id)
    return again.length > 0
  }

  return async () => {
    if (failed.size > 0 && (await answerFailed())) return 'answered'
    const left = [...failed.keys()]
    // An idle bot costs one query and no transaction.
    if ((await isAnyDue(writer.db, [left])).length === 0) return 'nothing'
    let taken: readonly Due[] = []
    try {
      await write(writer, async context => {
        taken = onePerCustomer(await longestDue(context.tx, [left, mostAtOnce]))
        for (const one of taken) await answerDue(context, deps, one)
      })
    } catch (error) {
      if (isPassing(error)) throw error
      onTrouble(error)
      for (const { id } of taken) await answerAlone(id)
    }
    return taken.length === 0 ? 'held' : 'answered'
  }
}

/** A customer's conversations share a form, so the second one waits for the next turn. */
function onePerCustomer(all: readonly Due[]): readonly Due[] {
  const first = new Map<number, Due>()
  for (const one of all) if (!first.has(one.customer_id)) first.set(one.customer_id, one)
  return [...first.values()]
}

const hourMs = 3_600_000
/** A customer is reminded this long after the last answer, within WhatsApp's window. */
const leftMs = 20 * hourMs
/** A message queued later could find the window closed. */
const spareMs = 10 * 60_000
/** Customers are reminded between these hours. */
const [from, until] = [8, 20]
const timeZone = 'Africa/Kampala'

interface Left {
  readonly conversation_id: number
  readonly application_id: number
  readonly kind: ApplicationKind
  readonly peer: string | null
  readonly owner_generation: number
  readonly form: unknown
  readonly state: unknown
}

/**
 * Reminds one customer of a form that they left 20 hours ago or more. Once for each form, by day, within WhatsApp's window, and
 * only while the bot has the conversation and no message is unanswered. @returns whether a reminder was due
 */
export async function remindOfForm(writer: Writer): Promise<boolean> {
  const begun = writer.now()
  if (!isDay(begun) || (await leftForm(writer.db, begun)) === undefined) return false
  return write(writer, async context => {
    const { tx, now } = context
    const left = await leftForm(tx, now, sql`for no key update of c skip locked`)
    if (left === undefined) return false
    const form = migrateForm(left.form, now)
    await sql`update application_drafts set reminded_at = ${now} where application_id = ${left.application_id}`.execute(
      tx,
    )
    if (form === null) return true
    const language = readState(left.state, now).language ?? 'en'
    const number = applicationNumber({ kind: left.kind, id: left.application_id })
    const first = { text: say('formWaits', language, { number }) }
    const replies =
      form.status === 'paused'
        ? [{ text: `${first.text} ${say('formKept', language)}` }]
        : [first, ...askAgain(form, { now, language })]
    const conversation = { id: left.conversation_id, peer: left.peer, generation: left.owner_generation }
    await sayInChat(context, conversation, language, replies)
    return true
  })
}

async function leftForm(reader: Reader, now: Date, lock = sql``): Promise<Left | undefined> {
  const { rows } = await sql<Left>`
    select c.id as conversation_id, c.peer, c.owner_generation, a.id as application_id,
      a.kind, d.state as form,
      (select state from bot_states s where s.conversation_id = c.id) as state
    from application_drafts d join applications a on a.id = d.application_id
      join conversations c on c.id = a.conversation_id
    where d.reminded_at is null and d.is_asked and d.state->>'status' in ('asking', 'paused') and a.status = 'DRAFT'
      and d.updated_at <= ${new Date(now.getTime() - leftMs)}
      and d.updated_at > ${new Date(now.getTime() - windowMs)}
      and c.with_bot and c.bot_from is null and c.erased_at is null
      and c.customer_wrote_at <= ${new Date(now.getTime() - leftMs)}
      and c.customer_wrote_at > ${new Date(now.getTime() - windowMs + spareMs)}
    order by d.updated_at, a.id limit 1 ${lock}`.execute(reader)
  return rows[0]
}

const hours = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })

const isDay = (now: Date): boolean => {
  const hour = Number(hours.format(now))
  return hour >= from && hour < until
}
