import type { slotNames } from '../intent/constants.ts'

/** Why the bot gives a conversation to people: what the customer's words lead to, */
export const steppedReasons = [
  'asked',
  'complaint',
  'not-understood',
  'no-answer',
  'needs-person',
  'runaway',
  'rule',
] as const
export type SteppedReason = (typeof steppedReasons)[number]

/** and what has nothing to do with them. */
export const handoverReasons = [...steppedReasons, 'late', 'turned-off', 'failed'] as const
export type HandoverReason = (typeof handoverReasons)[number]

/** Who wrote a line of a conversation. */
export const lineWriters = ['customer', 'bot', 'agent'] as const

/** What a customer can name, as it stands beside what they named. */
export const slotLabels: Readonly<Record<(typeof slotNames)[number], string>> = {
  reference: 'Policy or reference',
  amount_ugx: 'Amount',
  date: 'Date',
  phone_number: 'Phone number',
  email: 'Email',
  national_id: 'National ID',
}
