/** What the recogniser can tell from a text, in the order in which pages show it. */
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
 * What a text may name, and what collect-slot takes: amounts in Uganda shillings, phone numbers, policy and other references,
 * days, e-mail addresses, national IDs.
 */
export const slotNames = ['amount_ugx', 'phone_number', 'reference', 'date', 'email', 'national_id'] as const

/** What a text that was not understood can be said to mean: an intent, none of the desk's business, or nothing to learn from. */
export const unclearMeanings = [...intentNames, 'outside', 'aside'] as const
export type UnclearMeaning = (typeof unclearMeanings)[number]

/** A list shows so many texts at most. */
export const mostUnclearTexts = 100
