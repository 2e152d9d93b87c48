import { channelHealthCalls, type ChannelHealth, type ChannelProblem } from '@parley/core/channel/api'
import type { ChannelProblemsEvent } from '@parley/core/sockets/api'
import {
  type ChannelFacts,
  type NumberFacts,
  problemsOf,
  silentForMs,
  waitsTooLongMs,
} from '@parley/core/channel/rules'
import { sendDeadlineMs } from '@parley/core/messages/delivery'
import { explain } from '@parley/whatsapp/error-codes'
import type { HealthOutcome } from '@parley/whatsapp/number-health'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db/write.ts'
import { interval, type Repeated } from '../timers/interval.ts'
import { type Http, mount } from '../http/mount.ts'

/** An open socket. */
interface HealthListener {
  /** @returns whether it was sent; a slow peer gets the next one */
  send(bytes: Buffer): boolean
}

/** The problems between Parley and WhatsApp, sent to every open console as soon as they change. */
export interface Health extends Repeated {
  /** The number's state may have changed: asks WhatsApp soon. */
  readonly wake: () => void
  join(listener: HealthListener): void
  leave(listener: HealthListener): void
  read(): Promise<ChannelHealth>
  /** The problems of the last check, at most a few seconds old. */
  readonly problems: () => readonly ChannelProblem[]
}

interface Looked {
  readonly phoneNumberId: string
  /** The name for agents; null: there is only one number. */
  readonly name: string | null
}

/** A number that WhatsApp is asked about. */
export interface AskedNumber extends Looked {
  /** Asks WhatsApp for the number's state; never throws for the network. */
  readonly ask: (closing: AbortSignal) => Promise<HealthOutcome>
}

interface HealthDeps {
  readonly writer: Writer
  readonly numbers: readonly AskedNumber[]
  readonly onTrouble: (error: unknown) => void
}

const lookEveryMs = 2_000
/** The silence is measured at this interval. */
const silenceEveryMs = 30_000
/** Also if WhatsApp announces changes more often. */
const askAtMostEveryMs = 10_000
/** While all is well. */
const hourlyMs = 60 * 60_000
/** While there is a problem, so that its end is noticed soon. */
const minutelyMs = 60_000

export function channelHealthRoutes(http: Http, health: Pick<Health, 'read'>): void {
  mount(http, channelHealthCalls, { channelHealth: () => health.read() })
}

/** Checks the numbers, the queue and the silence every two seconds; asks WhatsApp at the start and hourly. */
export function startHealth({ writer, numbers, onTrouble }: HealthDeps): Health {
  const told = new Map<HealthListener, string>()
  const { db, now, timer } = writer
  let frame = frameOf([])
  let problems: readonly ChannelProblem[] = []
  const checks = numbers.map(number => checkOf(writer, number))
  let silence: Silence | null = null
  let silenceAt = 0

  const factsNow = async () => {
    const at = now()
    if (silence === null || at.getTime() - silenceAt >= silenceEveryMs) {
      silence = await silenceOf(db, numbers, at)
      silenceAt = at.getTime()
    }
    return factsOf(db, numbers, silence, now())
  }
  const tell = (listener: HealthListener) => {
    if (told.get(listener) !== frame && listener.send(Buffer.from(frame))) told.set(listener, frame)
  }
  const look = async () => {
    problems = problemsOf(await factsNow(), now())
    frame = frameOf(problems)
    for (const listener of told.keys()) tell(listener)
  }
  // Separate loops, since WhatsApp may answer slowly.
  const loops = [...checks.map(({ check }) => check), look].map(work =>
    interval(lookEveryMs, work, onTrouble, timer),
  )
  return {
    wake: () => {
      for (const { wake } of checks) wake()
    },
    join(listener) {
      // A new page shows no problems.
      told.set(listener, frameOf([]))
      tell(listener)
    },
    leave: listener => void told.delete(listener),
    problems: () => problems,
    async read() {
      const facts = await factsNow()
      return {
        numbers: facts.numbers.map(number => ({
          phone_number_id: number.phoneNumberId,
          name: number.name,
          checked_at: number.checkedAt?.toISOString() ?? null,
          access: number.access,
          quality: number.quality,
          standing: number.standing,
        })),
        last_inbound_at: facts.lastInboundAt?.toISOString() ?? null,
        waiting: facts.waiting,
        problems: [...problemsOf(facts, now())],
      }
    },
    close: async () => {
      await Promise.all(loops.map(loop => loop.close()))
    },
  }
}

const frameOf = (problems: readonly ChannelProblem[]): string =>
  JSON.stringify({ event: 'channel', data: { problems: [...problems] } } satisfies ChannelProblemsEvent)

/** Asks about one number when it is due, and soon after `wake`. */
function checkOf({ db, now }: Writer, { phoneNumberId, ask }: AskedNumber) {
  let isStarted = false
  let isWoken = false
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    wake: () => {
      isWoken = true
    },
    check: async (closing: AbortSignal) => {
      // Ask once at each start, whatever another process found.
      if (!isStarted)
        await sql`
          insert into channel_health (phone_number_id, next_check_at) values (${phoneNumberId}, ${now()})
          on conflict (phone_number_id) do update set next_check_at = excluded.next_check_at`.execute(db)
      isStarted = true
      const at = now()
      const isAsked = isWoken && at.getTime() - askedAt >= askAtMostEveryMs
      // Only one of several processes asks.
      const { numAffectedRows = 0n } = await sql`
        update channel_health set next_check_at = ${new Date(at.getTime() + minutelyMs)}
        where phone_number_id = ${phoneNumberId} and (next_check_at <= ${at} or ${isAsked})`.execute(db)
      if (numAffectedRows === 0n) return
      if (isAsked) isWoken = false
      askedAt = now().getTime()
      const answer = await ask(closing)
      if (!closing.aborted) await keepCheck(db, phoneNumberId, answer, now())
    },
  }
}

/** Graph's older code for an unknown number. */
const noSuchNumber = 33

const refusalOf = (code: number, details: string): string =>
  JSON.stringify({ code, sentence: explain(code, details).sentence })

/** Stores the number's state and since when it holds. */
async function keepCheck(db: Reader, phoneNumberId: string, told: HealthOutcome, at: Date): Promise<void> {
  const next = (ms: number) => new Date(at.getTime() + ms)
  if (told.outcome === 'unreached') {
    const refusal = told.noSuchNumber === true ? refusalOf(noSuchNumber, '') : null
    await sql`
      update channel_health set unreached_since = coalesce(unreached_since, ${at}), next_check_at = ${next(minutelyMs)},
        refusal = coalesce(${refusal}::jsonb, refusal)
      where phone_number_id = ${phoneNumberId}`.execute(db)
    return
  }
  if (told.outcome === 'refused') {
    await sql`
      update channel_health set checked_at = ${at}, unreached_since = null, next_check_at = ${next(minutelyMs)},
        access_since = case when access = 'refused' then access_since else ${at}::timestamptz end, access = 'refused',
        refusal = ${refusalOf(told.code, told.details)}::jsonb
      where phone_number_id = ${phoneNumberId}`.execute(db)
    return
  }
  const { displayNumber, quality, standing, sending, said } = told
  const isWell = sending === null || sending === 'AVAILABLE'
  await sql`
    update channel_health set checked_at = ${at}, unreached_since = null,
      next_check_at = ${next(isWell ? hourlyMs : minutelyMs)},
      access_since = case when access = 'good' then access_since else ${at}::timestamptz end, access = 'good', refusal = null,
      standing_since = case
        when (quality, standing, sending) is not distinct from (${quality}::text, ${standing}::text, ${sending}::text)
        then standing_since else ${at}::timestamptz end,
      quality = ${quality}, standing = ${standing}, sending = ${sending}, said = ${said},
      display_number = coalesce(${displayNumber}::text, display_number)
    where phone_number_id = ${phoneNumberId}`.execute(db)
}

type CheckedNumber = NumberFacts & Looked & { readonly checkedAt: Date | null }

/** The state of the numbers and of the waiting messages, read by the indexes of unsent messages. */
export async function factsOf(
  reader: Reader,
  numbers: readonly Looked[],
  silence: Silence,
  now: Date,
): Promise<Omit<ChannelFacts, 'numbers'> & { readonly numbers: readonly CheckedNumber[] }> {
  // The deadline of an unsent message tells when Send or Retry was pressed.
  const before = new Date(now.getTime() - waitsTooLongMs + sendDeadlineMs)
  const [{ rows: waits }, { rows: known }] = await Promise.all([
    sql<{ waiting: number; deadline: Date | null }>`
      select count(*)::int as waiting, min(send_deadline) as deadline from (
        select send_deadline from messages where status = 'queued' and send_deadline < ${before}
        union all
        select m.send_deadline from attempts t join messages m on m.id = t.message_id
        where t.state = 'sending' and m.status = 'sending' and m.send_deadline < ${before}) due`.execute(
      reader,
    ),
    sql<CheckedNumber>`
      select given.id as "phoneNumberId", given.name, h.checked_at as "checkedAt", h.access, h.access_since as "accessSince",
        h.refusal->>'sentence' as refusal, h.unreached_since as "unreachedSince", h.quality, h.standing, h.sending, h.said,
        h.standing_since as "standingSince"
      from unnest(${numbers.map(one => one.phoneNumberId)}::text[], ${numbers.map(one => one.name)}::text[])
        with ordinality as given (id, name, place)
      left join channel_health h on h.phone_number_id = given.id order by given.place`.execute(reader),
  ])
  const { waiting = 0, deadline = null } = waits[0] ?? {}
  const waitingSince = deadline === null ? null : new Date(deadline.getTime() - sendDeadlineMs)
  return { numbers: known, waiting, waitingSince, ...silence }
}

/** Messages of an earlier week are counted up to this number. */
const countedAtMost = 1_000
const weekMs = 7 * 24 * 60 * 60_000

/** The last inbound message, and the numbers of messages in the same span of earlier weeks. */
type Silence = Pick<ChannelFacts, 'lastInboundAt' | 'weeksBefore'>

/**
 * Measures the silence of these numbers, without other channels. Earlier weeks are counted only after a long silence.
 */
export async function silenceOf(
  reader: Reader,
  numbers: readonly Pick<Looked, 'phoneNumberId'>[],
  now: Date,
): Promise<Silence> {
  const ids = numbers.map(({ phoneNumberId }) => phoneNumberId)
  const isOfThem = sql`direction = 'INBOUND' and coalesce(phone_number_id = any(${ids}::text[]), true)`
  const { rows: newest } = await sql<{ at: Date }>`
    select at from messages where ${isOfThem} and at <= ${now} order by at desc, id desc limit 1`.execute(
    reader,
  )
  const last = newest[0]?.at ?? null
  if (last === null || now.getTime() - last.getTime() < silentForMs)
    return { lastInboundAt: last, weeksBefore: [] }
  const { rows: oldest } = await sql<{ at: Date }>`select at from messages order by at, id limit 1`.execute(
    reader,
  )
  const begins = oldest[0]?.at ?? now
  const weeksBefore: number[] = []
  for (const week of [1, 2, 3, 4]) {
    const [from, until] = [last, now].map(at => new Date(at.getTime() - week * weekMs)) as [Date, Date]
    if (from < begins) break
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select 1 from messages where ${isOfThem} and at > ${from} and at <= ${until}
        limit ${countedAtMost}) found`.execute(reader)
    weeksBefore.push(counted[0]?.count ?? 0)
  }
  return { lastInboundAt: last, weeksBefore }
}
