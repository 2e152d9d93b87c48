import { settle, type Tried } from '../src/channel/settle.ts'
import { takeDue, type Taken } from '../src/channel/take.ts'
import type { Writer } from '../src/db/write.ts'

/** The next message that is due at a number; null: none is. */
export async function takeNext(writer: Writer, phoneNumberId: string): Promise<Taken | null> {
  const [taken = null] = await takeDue(writer, phoneNumberId, 1)
  return taken
}

/** Stores what became of one try over WhatsApp. */
export const settleOne = (writer: Writer, taken: Taken, tried: Tried, phoneNumberId: string): Promise<void> =>
  settle(writer, [{ taken, tried }], { phoneNumberId, channel: 'WhatsApp' })
