import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** A try that WhatsApp refused. */
interface RefusedTry {
  readonly conversationId: number
  /** WhatsApp's code, as text. */
  readonly code: string
  /** When it was made: what the customer wrote since then is no news to WhatsApp's refusal. */
  readonly at: Date
}

/** WhatsApp's words for a message that came too late; the second is an older one. */
const outsideWindow: ReadonlySet<string> = new Set(['131047', '470'])

const unreachable: Readonly<Record<string, string>> = { 131026: 'not-on-whatsapp', 130403: 'blocked' }

/**
 * Notes what a refusal tells of the whole conversation: that its window is closed, or that the customer cannot be reached.
 * The conversation must be locked.
 */
export async function noteRefusedTry(tx: Tx, emit: Emit, { conversationId, code, at }: RefusedTry) {
  const why = unreachable[code]
  const isOutside = outsideWindow.has(code)
  if (why === undefined && !isOutside) return
  const set = isOutside
    ? sql`window_refused_at = greatest(window_refused_at, ${at}::timestamptz)`
    : sql`unreachable = ${why}, unreachable_at = ${at}::timestamptz`
  await sql`update conversations set ${set} where id = ${conversationId}`.execute(tx)
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
}

/** The customer was reached, or is to be tried again. The conversation must be locked. */
export async function noteReachable(tx: Tx, emit: Emit, conversationId: number): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({ unreachable: null, unreachable_at: null })
    .where('id', '=', conversationId)
    .execute()
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
}
