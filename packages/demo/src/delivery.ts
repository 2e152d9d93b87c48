import type { MessageStatus } from '@parley/core/messages/api'
import type { Pricing } from '@parley/core/messages/delivery'
import { type FailureFacts, failureOf } from '@parley/server/channels/adapter'
import { undecided } from '@parley/server/delivery/result'
import type { Line } from './data.ts'
import type { Entry } from './message-history.ts'
import type { Draw } from './random.ts'

/** More than 24 hours since the customer wrote: WhatsApp accepts only templates. */
export const outsideWindow = 131_047

/** The number has no WhatsApp account. */
export const notOnWhatsapp = 131_026

/** WhatsApp's error code for a line; null: it did not fail. */
export const refusalOf = ({ outcome, refusal = outsideWindow }: Line): number | null =>
  outcome === 'failed' ? refusal : null

export interface Delivery {
  readonly status: Extract<MessageStatus, 'sent' | 'delivered' | 'read' | 'failed' | 'unknown'>
  readonly failure: FailureFacts | null
  /** The time of WhatsApp's last status. */
  readonly settledAt: Date
  readonly times: Times
  readonly pricing: Pricing | null
}

/** The time of each status; null: not reached. */
interface Times {
  readonly accepted_at: Date | null
  readonly sent_at: Date | null
  readonly delivered_at: Date | null
  readonly read_at: Date | null
  readonly failed_at: Date | null
}

/** The delivery of an outbound message, as scripted. Otherwise it is read if the customer wrote again, and mostly read if not. */
export function deliveryOf(entry: Entry, later: readonly Entry[], now: Date, draw: Draw): Delivery {
  const settledAt = new Date(Math.min(entry.at.getTime() + draw.between(900, 45_000), now.getTime()))
  const status = entry.line.outcome ?? likely(later, draw)
  const refused = refusalOf(entry.line)
  const failure = refused !== null ? failureOf(refused, '') : status === 'unknown' ? undecided : null
  const isSent = status === 'sent' || status === 'delivered' || status === 'read'
  return {
    status,
    failure,
    settledAt,
    times: timesOf(status, entry.at, settledAt),
    pricing: isSent ? answerInTime : null,
  }
}

/** Replies within 24 hours are free. */
const answerInTime: Pricing = {
  billable: false,
  model: 'PMP',
  type: 'free_customer_service',
  category: 'service',
}

/** The times from the call to the last status. WhatsApp's own times are whole seconds. */
function timesOf(status: Delivery['status'], from: Date, settledAt: Date): Times {
  const span = settledAt.getTime() - from.getTime()
  const along = (share: number) => new Date(from.getTime() + span * share)
  const byWhatsapp = (share: number) => new Date(Math.ceil(along(share).getTime() / 1000) * 1000)
  const [isRead, isFailed] = [status === 'read', status === 'failed']
  const isDelivered = isRead || status === 'delivered'
  return {
    accepted_at: status === 'unknown' ? null : along(0.1),
    sent_at: isDelivered || status === 'sent' ? byWhatsapp(status === 'sent' ? 1 : 0.15) : null,
    delivered_at: isDelivered ? byWhatsapp(isRead ? 0.3 : 1) : null,
    read_at: isRead ? byWhatsapp(1) : null,
    failed_at: isFailed ? byWhatsapp(1) : null,
  }
}

function likely(later: readonly Entry[], draw: Draw): 'sent' | 'delivered' | 'read' {
  const wroteAgain = later.some(entry => entry.line.by === 'customer' && entry.line.lateMinutes === undefined)
  if (wroteAgain || draw.chance(0.6)) return 'read'
  return draw.chance(0.75) ? 'delivered' : 'sent'
}
