/** The intents of the recogniser, in the order of the pages. */
export const intentNames = [
  'greeting',
  'thanks',
  'about_bot',
  'product_information',
  'apply_pension',
  'apply_life_cover',
  'application_status',
  'check_balance',
  'make_contribution',
  'payment_not_shown',
  'premium_due',
  'missed_payment',
  'make_claim',
  'claim_status',
  'withdraw_savings',
  'change_beneficiary',
  'update_details',
  'get_document',
  'cancel_policy',
  'opening_hours',
  'complaint',
  'speak_to_agent',
] as const

/**
 * The slots that a text may contain and that collect-slot accepts: amounts in Uganda shillings, phone numbers, policy and other
 * references, days, e-mail addresses, national IDs.
 */
export const slotNames = ['amount_ugx', 'phone_number', 'reference', 'date', 'email', 'national_id'] as const

/** The labels for a text that was not understood: an intent, a subject outside the desk's business, or nothing to learn from. */
export const unclearMeanings = [...intentNames, 'outside', 'aside'] as const
export type UnclearMeaning = (typeof unclearMeanings)[number]

/** The most texts in a list. */
export const mostUnclearTexts = 100
