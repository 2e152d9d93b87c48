import { sql } from 'kysely'
import { type Doer, record } from '../audit/record.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'

/** A transaction is over in time, and the log holds what happened before it, however many the bot has. */
const mostAtOnce = 1_000

export interface BotSetting {
  readonly phoneNumberId: string
  readonly isOn: boolean
  readonly by: Doer
}

/**
 * Has the bot answer first at a number, or not. Turned off, it gives what it has to people: who waits for an answer waits for
 * a person from then on, the others for nobody. Answers whether there is such a number.
 */
export async function setBotOn(writer: Writer, { phoneNumberId, isOn, by }: BotSetting): Promise<boolean> {
  const known = await write(writer, async tx => {
    const number = await tx
      .selectFrom('business_numbers')
      .select('bot_on')
      .where('phone_number_id', '=', phoneNumberId)
      .where('is_served', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (number === undefined) return false
    if (number.bot_on === isOn) return true
    await tx
      .updateTable('business_numbers')
      .set({ bot_on: isOn })
      .where('phone_number_id', '=', phoneNumberId)
      .execute()
    const entry = { action: 'settings.changed', noun: 'settings', objectId: null } as const
    const said = (bot_on: boolean) => ({ number: phoneNumberId, bot_on })
    await record(tx, by, { ...entry, before: said(!isOn), after: said(isOn) }, writer.now())
    return true
  })
  if (!known || isOn) return known
  for (;;) {
    const given = await write(writer, (tx, emit) => giveAll(tx, emit, phoneNumberId, writer.now()))
    if (given < mostAtOnce) return true
  }
}

async function giveAll(tx: Tx, emit: Emit, phoneNumberId: string, now: Date): Promise<number> {
  // Locked in the order of ids; one that a person took meanwhile is left.
  const { rows } = await sql<{ id: number }>`
    select id from conversations where phone_number_id = ${phoneNumberId} and with_bot
    order by id limit ${mostAtOnce} for no key update`.execute(tx)
  const ids = rows.map(row => row.id)
  if (ids.length === 0) return 0
  await sql`
    with given as (
      update conversations c set with_bot = false, bot_from = null, updated_at = ${now},
        human_wait_started_at = case when c.bot_from is not null
          then coalesce(c.human_wait_started_at, (select m.at from messages m where m.id = c.bot_from)) end
      where c.id = any(${ids}::bigint[]) returning c.id
    )
    insert into bot_handovers (conversation_id, reason, state, at)
    select g.id, 'turned-off', coalesce((select s.state from bot_states s where s.conversation_id = g.id), '{}'), ${now}::timestamptz
    from given g order by g.id`.execute(tx)
  for (const id of ids) emit({ noun: 'conversation', id, kind: 'handed' })
  return ids.length
}
