import { Refusal } from '@parley/core/errors'
import { snapshot } from '../db/snapshot.ts'
import type { Reader, Writer } from '../db/write.ts'
import { catchUp } from './catch-up.ts'
import type { DayNo, WorkspaceDays } from './days.ts'
import { type RollUps, readState, tailOf } from './state.ts'
import { differences } from './units.ts'

/** Changes of past days' figures are rare; who meets one at every try is asked to come again. */
const maxTries = 5

/**
 * Reads figures in one snapshot in which the roll-ups say exactly what the rows of their days say; else they are brought
 * up to date first. `work` gets the last day that they hold: what comes after it is read from the rows.
 * @throws Refusal server.unavailable
 */
export async function readExact<T>(
  writer: Pick<Writer, 'db' | 'now'>,
  days: WorkspaceDays,
  work: (reader: Reader, through: DayNo) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const read = await snapshot(writer.db, async reader => {
      const state = await readState(reader, days)
      if (state === null || !(await isExact(reader, days, state))) return null
      return { value: await work(reader, state.through) }
    })
    if (read !== null) return read.value
    await catchUp(writer, days)
  }
  throw new Refusal('server.unavailable')
}

/** A tick of yesterday's message changes a message but no figure: what counts is whether any unit differs. */
async function isExact(reader: Reader, days: WorkspaceDays, state: RollUps): Promise<boolean> {
  const tail = await tailOf(reader, days, state)
  if (tail.isLong || tail.ticketIds.length > 0) return false
  return (await differences(reader, days, tail.units)).length === 0
}
