import { explain } from '@parley/whatsapp/error-codes'
import type { HealthOutcome } from '@parley/whatsapp/number-health'
import { sql } from 'kysely'
import type { Writer } from '../../db/write.ts'

/** While all is well. */
const hourlyMs = 60 * 60_000
/** While something is wrong, so that it is told soon when it is not any more. */
const minutelyMs = 60_000

/** Graph's older code for a number that is not there. */
const noSuchNumber = 33

const refusalOf = (code: number, details: string): string =>
  JSON.stringify({ code, sentence: explain(code, details).sentence })

/** Asked once at each start, whatever another process found. */
export const askAtStart = async ({ db, now }: Writer, phoneNumberId: string): Promise<void> => {
  await sql`
    insert into channel_health (phone_number_id, next_check_at) values (${phoneNumberId}, ${now()})
    on conflict (phone_number_id) do update set next_check_at = excluded.next_check_at`.execute(db)
}

/**
 * Whether this process is to ask now: it is due, or somebody heard that something changed. Of several processes one does.
 */
export async function takeCheck(
  { db, now }: Writer,
  phoneNumberId: string,
  isAsked: boolean,
): Promise<boolean> {
  const at = now()
  const { numAffectedRows } = await sql`
    update channel_health set next_check_at = ${new Date(at.getTime() + minutelyMs)}
    where phone_number_id = ${phoneNumberId} and (next_check_at <= ${at} or ${isAsked})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Keeps what WhatsApp said of the number, and since when it says so. */
export async function keepCheck(
  { db, now }: Writer,
  phoneNumberId: string,
  told: HealthOutcome,
): Promise<void> {
  const at = now()
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
