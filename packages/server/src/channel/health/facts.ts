import {
  type ChannelFacts,
  type NumberFacts,
  silentForMs,
  waitsTooLongMs,
} from '@parley/core/rules/channel-health'
import { sendDeadlineMs } from '@parley/core/rules/delivery'
import { sql } from 'kysely'
import type { Reader } from '../../db/write.ts'

interface NumberRow {
  readonly phone_number_id: string
  readonly checked_at: Date | null
  readonly unreached_since: Date | null
  readonly access: 'good' | 'refused' | null
  readonly access_since: Date | null
  readonly refusal: { readonly sentence: string } | null
  readonly quality: string | null
  readonly standing: string | null
  readonly sending: string | null
  readonly said: string | null
  readonly standing_since: Date | null
}

interface Waiting {
  readonly waiting: number
  readonly waiting_deadline: Date | null
}

/** How many messages of an old week are counted at most: beyond that more says nothing. */
const countedAtMost = 1_000
const weekMs = 7 * 24 * 60 * 60_000

/** When customers wrote last, and how many wrote in the same time of the weeks before. */
export type Silence = Pick<ChannelFacts, 'lastInboundAt' | 'weeksBefore'>

/** A number that is looked at. */
export interface Looked {
  readonly phoneNumberId: string
  /** What agents call it, where there are several; null: there is one. */
  readonly name: string | null
}

export type CheckedNumber = NumberFacts & Looked & { readonly checkedAt: Date | null }

/** What is known of the numbers, and of the messages that wait; by the indexes of what is on its way. */
export async function factsOf(
  reader: Reader,
  numbers: readonly Looked[],
  silence: Silence,
  now: Date,
): Promise<Omit<ChannelFacts, 'numbers'> & { readonly numbers: readonly CheckedNumber[] }> {
  // Of a message on its way the deadline tells when it was asked for, by Send or by Retry.
  const before = new Date(now.getTime() - waitsTooLongMs + sendDeadlineMs)
  const [{ rows: waits }, { rows: known }] = await Promise.all([
    sql<Waiting>`
      select count(*)::int as waiting, min(send_deadline) as waiting_deadline from (
        select send_deadline from messages where status = 'queued' and send_deadline < ${before}
        union all
        select m.send_deadline from attempts t join messages m on m.id = t.message_id
        where t.state = 'sending' and m.status = 'sending' and m.send_deadline < ${before}) due`.execute(
      reader,
    ),
    sql<NumberRow>`select * from channel_health
      where phone_number_id = any(${numbers.map(one => one.phoneNumberId)}::text[])`.execute(reader),
  ])
  const [due] = waits
  const deadline = due?.waiting_deadline ?? null
  return {
    numbers: numbers.map(number =>
      checkedOf(
        number,
        known.find(row => row.phone_number_id === number.phoneNumberId),
      ),
    ),
    waiting: due?.waiting ?? 0,
    waitingSince: deadline === null ? null : new Date(deadline.getTime() - sendDeadlineMs),
    ...silence,
  }
}

function checkedOf(number: Looked, row: NumberRow | undefined): CheckedNumber {
  return {
    ...number,
    checkedAt: row?.checked_at ?? null,
    access: row?.access ?? null,
    accessSince: row?.access_since ?? null,
    refusal: row?.refusal?.sentence ?? null,
    unreachedSince: row?.unreached_since ?? null,
    quality: row?.quality ?? null,
    standing: row?.standing ?? null,
    sending: row?.sending ?? null,
    said: row?.said ?? null,
    standingSince: row?.standing_since ?? null,
  }
}

/**
 * How long nobody has written to these numbers, whatever came by other channels. The weeks before are counted only once it
 * has been silent for long enough to matter.
 */
export async function silenceOf(
  reader: Reader,
  numbers: readonly Pick<Looked, 'phoneNumberId'>[],
  now: Date,
): Promise<Silence> {
  const ids = numbers.map(({ phoneNumberId }) => phoneNumberId)
  const isOfThem = sql`direction = 'INBOUND' and coalesce(phone_number_id = any(${ids}::text[]), true)`
  const { rows } = await sql<{ at: Date }>`
    select at from messages where ${isOfThem} and at <= ${now} order by at desc, id desc limit 1`.execute(
    reader,
  )
  const last = rows[0]?.at ?? null
  if (last === null || now.getTime() - last.getTime() < silentForMs) {
    return { lastInboundAt: last, weeksBefore: [] }
  }
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
