import { sql } from 'kysely'
import type { Writer } from '../db/write.ts'

/**
 * What came to the webhook beside calls that were signed well: it was verified, somebody asked with another word than ours,
 * or a call came with a signature that does not match.
 */
export type WebhookSign = 'verified' | 'token-refused' | 'signature-refused'

/** Who is refused may come as often as they like: this often it is kept, in milliseconds. */
const keptEveryMs = 10_000

/**
 * Keeps when each was last seen. What cannot be kept is told and changes no answer to WhatsApp.
 * @returns resolves when it is kept, or was told of
 */
export function keepSigns(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  onTrouble: (error: unknown) => void,
): (kind: WebhookSign) => Promise<void> {
  const kept = new Map<WebhookSign, number>()
  return async kind => {
    const at = now()
    if (at.getTime() - (kept.get(kind) ?? Number.NEGATIVE_INFINITY) < keptEveryMs) return
    kept.set(kind, at.getTime())
    try {
      await sql`
        insert into webhook_signs (kind, at) values (${kind}, ${at})
        on conflict (kind) do update set at = excluded.at`.execute(db)
    } catch (error) {
      onTrouble(error)
    }
  }
}
