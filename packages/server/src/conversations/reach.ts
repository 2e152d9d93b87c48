import type { Reach } from '@parley/core/conversations/api'
import { type ComposerMode, composerMode, windowClosesAt } from '@parley/core/conversations/window'
import { hasWindow } from '@parley/core/channel/rules'
import type { Channel } from '@parley/core/channel/constants'
import type { UnreachableReason } from '@parley/core/conversations/constants'

/** What a row of a conversation knows of when WhatsApp takes what. */
export interface ReachColumns {
  readonly customer_wrote_at: Date | null
  readonly window_refused_at: Date | null
  readonly unreachable: string | null
  readonly unreachable_at: Date | null
  /** The business number that it came to is not ours any more. */
  readonly number_gone: boolean
  /** By what a bridge knows the customer; null: it is a conversation on WhatsApp. */
  readonly peer: string | null
}

/** Over which channel a conversation is. */
export const channelOf = ({ peer }: Pick<ReachColumns, 'peer'>): Channel =>
  peer === null ? 'whatsapp' : 'bridge'

/** What WhatsApp knows the customer by. */
export interface Address {
  readonly wa_id: string | null
  readonly wa_user_id: string | null
}

/** When the channel takes what for the customer. Whoever writes can be reached, whatever was said before. */
export function reachOf(row: ReachColumns, address: Address | null): Reach {
  const { customer_wrote_at: wroteAt, unreachable, unreachable_at: triedAt } = row
  const hasAnswered = wroteAt !== null && triedAt !== null && wroteAt > triedAt
  const has_window = hasWindow(channelOf(row))
  const isNowhere =
    row.peer === null && address !== null && address.wa_id === null && address.wa_user_id === null
  return {
    wrote_at: wroteAt?.toISOString() ?? null,
    has_window,
    closes_at: has_window ? (windowClosesAt(wroteAt, row.window_refused_at)?.toISOString() ?? null) : null,
    unreachable: row.number_gone
      ? 'number-gone'
      : isNowhere
        ? 'no-address'
        : hasAnswered
          ? null
          : (unreachable as UnreachableReason | null),
  }
}

/** What can be sent now, as far as the conversation's own row tells. */
export const modeOf = (row: ReachColumns, now: Date): ComposerMode => composerMode(reachOf(row, null), now)
