/** What the recogniser can tell from a text. */
export const intentNames = [
  'check_balance',
  'make_contribution',
  'claim_status',
  'update_details',
  'speak_to_agent',
] as const

/** What a text may name, and what collect-slot takes: amounts in Uganda shillings, phone numbers, policy and other references. */
export const slotNames = ['amount_ugx', 'phone_number', 'reference'] as const
