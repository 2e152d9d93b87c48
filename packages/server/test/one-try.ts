import { setTimeout as sleep } from 'node:timers/promises'
import { settle, type Tried } from '../src/delivery/result.ts'
import { takeDue, type Taken } from '../src/delivery/claim.ts'
import type { Writer } from '../src/db/write.ts'

/** The next message that is due at a number, once no other transaction holds its conversation; null: none is. */
export async function takeNext(writer: Writer, phoneNumberId: string): Promise<Taken | null> {
  for (;;) {
    const taken = await takeDue(writer, phoneNumberId, 1)
    if (taken !== 'held') return taken[0] ?? null
    await sleep(5)
  }
}

/** Stores what became of one try over WhatsApp. */
export const settleOne = (writer: Writer, taken: Taken, tried: Tried, phoneNumberId: string): Promise<void> =>
  settle(writer, [{ taken, tried }], { phoneNumberId, channel: 'WhatsApp' })
