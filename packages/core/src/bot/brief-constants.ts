import { t } from '../text/translate.ts'
import type { slotNames } from '../intent/constants.ts'

/** The reasons for a handover that follow from the customer's messages. */
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

/** All reasons for a handover, including those independent of the customer's messages. */
export const handoverReasons = [...steppedReasons, 'late', 'turned-off', 'failed'] as const
export type HandoverReason = (typeof handoverReasons)[number]

/** The author of a line of a conversation. */
export const lineWriters = ['customer', 'bot', 'agent'] as const

/** The label of each detail that a customer can give. */
export const slotLabels: Readonly<Record<(typeof slotNames)[number], string>> = {
  reference: t('Policy or reference'),
  amount_ugx: t('Amount'),
  date: t('Date'),
  phone_number: t('Phone number'),
  email: t('Email'),
  national_id: t('National ID'),
}
