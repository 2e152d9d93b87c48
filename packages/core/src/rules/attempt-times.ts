import type { Attempt } from '../api/messages.ts'

/** One thing that happened to a message, in a person's words. */
export interface Step {
  readonly label: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * What happened to an attempt, in the order in which it happens; what nobody said is left out.
 * @param channel what agents call it
 */
export function stepsOf(attempt: Attempt, channel: string): readonly Step[] {
  const steps = [
    { label: 'Handed over', at: attempt.created_at },
    { label: `At ${channel}`, at: attempt.accepted_at },
    { label: 'Sent on', at: attempt.sent_at },
    // WhatsApp may say both of a person with two devices; the message is with them then.
    { label: 'Not delivered', at: attempt.state === 'failed' ? attempt.failed_at : null },
    { label: 'Delivered', at: attempt.delivered_at },
    { label: 'Read', at: attempt.read_at },
    { label: 'Played', at: attempt.played_at },
  ]
  return steps.flatMap(({ label, at }) => (at === null ? [] : [{ label, at }]))
}

/** Why an attempt ended without a tick, or null; what to do about it only where nothing has been done since. */
export function endOf({ state, failure }: Attempt, isNewest: boolean): string | null {
  if (state === 'withdrawn') return 'Not sent again, since an earlier try had arrived.'
  if (failure === null) return null
  return isNewest ? `${failure.sentence} ${failure.remedy}`.trim() : failure.sentence
}

/** What a message costs, in plain words; null: the channel has not said. */
export function priceLabel(pricing: Attempt['pricing']): string | null {
  if (pricing === null) return null
  const category = pricing.category?.replaceAll('_', ' ') ?? null
  if (pricing.billable === true) return category === null ? 'Billed.' : `Billed as ${category}.`
  if (pricing.type === 'free_customer_service') return 'Free, since the customer wrote within 24 hours.'
  if (pricing.type === 'free_entry_point')
    return 'Free, since the customer came by an advertisement or a page.'
  if (pricing.billable === false) return category === null ? 'Not billed.' : `Not billed (${category}).`
  return category === null ? null : `Category: ${category}.`
}
