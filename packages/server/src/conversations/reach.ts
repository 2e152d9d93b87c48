import { sql } from 'kysely'
import type { Channel } from '@parley/core/channel/constants'
import { hasWindow } from '@parley/core/channel/rules'
import type { Reach } from '@parley/core/conversations/api'
import type { UnreachableReason } from '@parley/core/conversations/constants'
import {
  type ComposerMode,
  composerMode,
  reachProblem,
  soonMs,
  verySoonMs,
  windowClosesAt,
  windowMs,
} from '@parley/core/conversations/window'
import { ApiError } from '@parley/core/errors'
import { statement } from '../db/connection/statement.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'

export interface ReachColumns {
  readonly customer_wrote_at: Date | null
  readonly window_refused_at: Date | null
  readonly unreachable: string | null
  readonly unreachable_at: Date | null
  /** The conversation's business number was removed. */
  readonly number_gone: boolean
  /** The customer's id at a bridge; null: the conversation is on WhatsApp. */
  readonly peer: string | null
}

export const channelOf = ({ peer }: Pick<ReachColumns, 'peer'>): Channel =>
  peer === null ? 'whatsapp' : 'bridge'

export interface Address {
  readonly wa_id: string | null
  readonly wa_user_id: string | null
}

/** What the channel accepts for the customer now. A customer who has written since a failure can be reached. */
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
      : unreachable !== null && !hasAnswered
        ? (unreachable as UnreachableReason)
        : isNowhere
          ? 'no-address'
          : null,
  }
}

/** What can be sent now, by the conversation's row alone. */
export const modeOf = (row: ReachColumns, now: Date): ComposerMode => composerMode(reachOf(row, null), now)

/**
 * The conversation must be locked.
 * @param isTemplate a template needs no open window
 * @throws ApiError message.window-closed, message.unreachable
 */
export function refuseUnlessOpen(conversation: ReachColumns, now: Date, isTemplate = false): void {
  const mode = modeOf(conversation, now)
  const problem = reachProblem(mode)
  if (problem === null || (isTemplate && mode.is === 'template-only')) return
  const code = mode.is === 'unreachable' ? 'message.unreachable' : 'message.window-closed'
  throw new ApiError(code, { ...problem })
}

/** WhatsApp's codes for a message outside the window; the second is older. */
const outsideWindow: ReadonlySet<string> = new Set(['131047', '470'])

const unreachable: Readonly<Record<string, string>> = { 131026: 'not-on-whatsapp', 130403: 'blocked' }

/**
 * Records that the window is closed, or that the customer cannot be reached. The conversation must be locked.
 * @param code WhatsApp's code, as text
 * @param at when the try was made; a customer's message after that overrides the refusal
 */
export async function noteRefusedTry(
  { tx, publish }: TxContext,
  conversationId: number,
  code: string,
  at: Date,
): Promise<void> {
  const why = unreachable[code]
  const isOutside = outsideWindow.has(code)
  if (why === undefined && !isOutside) return
  const set = isOutside
    ? sql`window_refused_at = greatest(window_refused_at, ${at}::timestamptz)`
    : sql`unreachable = ${why}, unreachable_at = ${at}::timestamptz`
  await sql`update conversations set ${set} where id = ${conversationId}`.execute(tx)
  publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
}

/** After a success, or before a retry. The conversation must be locked. */
export async function noteReachable({ tx, publish }: TxContext, conversationId: number): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ unreachable: null, unreachable_at: null })
    .where('id', '=', conversationId)
    .execute()
  publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
}

const most = 500

/*
 * A window is closed if its customer wrote at $1 or before, and closes soon if they wrote by $2, within an hour if by $3. A
 * customer who wrote since $1 has a last_activity since $1, so the scan is short.
 */
const closingBy = (edge: '$2' | '$3') => `(c.peer is null and c.status not in ('RESOLVED', 'ARCHIVED')
  and coalesce(c.customer_wrote_at > $1::timestamptz and c.customer_wrote_at <= ${edge}::timestamptz, false)
  and coalesce(c.window_refused_at <= c.customer_wrote_at, true))`
const [isSoon, isVerySoon] = [closingBy('$2'), closingBy('$3')]

const marking = statement<{ id: number }>(
  'mark_closing',
  `update conversations c set closing_soon = ${isSoon}, closing_within_hour = ${isVerySoon} where id in (
     select id from conversations c
     where c.id in (
       select id from conversations c
       where c.closing_soon and (not ${isSoon} or c.closing_within_hour <> ${isVerySoon})
       union all
       select id from conversations c where c.last_activity > $1::timestamptz and not c.closing_soon and ${isSoon})
     order by id limit ${most} for no key update skip locked)
   returning id`,
)

/** Updates the marks of conversations that can soon be sent templates only. Answers how many changed. */
export const markClosing = (writer: Writer): Promise<number> =>
  write(writer, async ({ tx, publish, now }) => {
    const over = new Date(now.getTime() - windowMs)
    const changed = await marking(tx, [
      over,
      new Date(over.getTime() + soonMs),
      new Date(over.getTime() + verySoonMs),
    ])
    for (const { id } of changed) publish({ noun: 'conversation', id, kind: 'changed' })
    return changed.length
  })
