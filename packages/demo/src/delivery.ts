import type { MessageStatus } from '@parley/core/api/messages'
import { type FailureFacts, failureOf } from '@parley/server/channel/attempts'
import { undecided } from '@parley/server/channel/settle'
import type { Entry } from './ledger.ts'
import type { Draw } from './random.ts'
import type { Line } from './script.ts'

/** More than 24 hours since the customer wrote: WhatsApp takes templates only. */
export const outsideWindow = 131_047

/** Nobody has this number on WhatsApp. */
export const notOnWhatsapp = 131_026

/** Why WhatsApp refused a line; null: it did not. */
export const refusalOf = ({ outcome, refusal = outsideWindow }: Line): number | null =>
  outcome === 'failed' ? refusal : null

export interface Delivery {
  readonly status: Extract<MessageStatus, 'sent' | 'delivered' | 'read' | 'failed' | 'unknown'>
  readonly failure: FailureFacts | null
  /** When WhatsApp last said something of it. */
  readonly settledAt: Date
}

/** What became of an outbound message: what the script says, else read if the customer wrote again, else mostly so. */
export function deliveryOf(entry: Entry, later: readonly Entry[], now: Date, draw: Draw): Delivery {
  const settledAt = new Date(Math.min(entry.at.getTime() + draw.between(900, 45_000), now.getTime()))
  const status = entry.line.outcome ?? likely(later, draw)
  const refused = refusalOf(entry.line)
  const failure = refused !== null ? failureOf(refused, '') : status === 'unknown' ? undecided : null
  return { status, failure, settledAt }
}

function likely(later: readonly Entry[], draw: Draw): 'sent' | 'delivered' | 'read' {
  const wroteAgain = later.some(entry => entry.line.by === 'customer' && entry.line.lateMinutes === undefined)
  if (wroteAgain || draw.chance(0.6)) return 'read'
  return draw.chance(0.75) ? 'delivered' : 'sent'
}
