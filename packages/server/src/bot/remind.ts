import { askAgain } from '@parley/bot/form/step'
import { migrateForm } from '@parley/bot/form/migrate'
import { readState } from '@parley/bot/state'
import { say } from '@parley/bot/sayings'
import type { ApplicationKind } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { windowMs } from '@parley/core/conversations/window'
import { sql } from 'kysely'
import { channelOf } from '../conversations/reach.ts'
import { type Reader, type Writer, write } from '../db/write.ts'
import { queueOwn } from '../messages/queue.ts'
import { saidOver } from './said.ts'

const hourMs = 3_600_000
/** So long after the last answer the customer is reminded, while WhatsApp still lets words through. */
const leftMs = 20 * hourMs
/** What is queued so late would find the window closed. */
const spareMs = 10 * 60_000
/** Nobody is written to at night. */
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
 * Reminds one customer, once for each form, of what they left half-filled 20 hours ago or more: by day, within the 24 hours,
 * and only while the bot has their conversation and owes them no answer. Answers whether there was one.
 */
export async function remindOfForm(writer: Writer): Promise<boolean> {
  const now = writer.now()
  if (!isDay(now) || (await leftForm(writer.db, now)) === undefined) return false
  return write(writer, async (tx, emit) => {
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
    for (const reply of replies) {
      const said = saidOver(channelOf(left), reply, language)
      const own = { ...said, source: 'BOT', ownerGeneration: left.owner_generation } as const
      await queueOwn(tx, emit, { ...own, conversationId: left.conversation_id }, now)
    }
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
