import type { Faults } from './faults.ts'
import type { Failure } from './network.ts'
import type { PhoneMessage } from './phone.ts'
import { GraphRefusal } from './refusals.ts'

/** Milliseconds behind a customer's newest message in which a business may write what it likes. */
const windowMs = 24 * 60 * 60_000

const tooLate: Failure = {
  code: 131047,
  title: 'Re-engagement message',
  details: 'More than 24 hours have passed since the customer last replied to this number.',
}
const undeliverable: Failure = {
  code: 131026,
  title: 'Message undeliverable',
  details: 'The recipient may not be on WhatsApp.',
}

/**
 * Refuses at once under the fault `window-closed`.
 * @throws GraphRefusal 131047
 */
export function refuseByWindow(faults: Faults): void {
  if (faults.take('window-closed')) {
    throw new GraphRefusal(400, tooLate.code, tooLate.title, tooLate.details)
  }
}

/**
 * What Meta reports of a message that it accepted all the same: as a rule it says later that a customer's 24 hours are
 * over. Of a chat in which the customer never wrote it is not known when they did. Null: it goes its way.
 * @param now null for a template, which goes whenever it is sent
 */
export function failsLater(chat: readonly PhoneMessage[], faults: Faults, now: Date | null): Failure | null {
  if (now !== null && faults.take('window-closed-later')) return tooLate
  if (faults.take('undeliverable-later')) return undeliverable
  const code = faults.takeCode('refused-later')
  if (code !== null) return { code, title: 'Refused', details: 'The message failed as told.' }
  if (now === null) return null
  const wroteAt = chat.findLast(({ direction }) => direction === 'INBOUND')?.at
  return wroteAt !== undefined && now.getTime() - wroteAt.getTime() >= windowMs ? tooLate : null
}
