import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** Keeps whether a customer wants marketing messages, if this message says so and no newer one has. */
export async function keepPreference(
  tx: Tx,
  customerId: number,
  { details, at }: Pick<InboundMessage, 'details'> & { readonly at: Date },
): Promise<void> {
  const { preference } = details ?? {}
  if (preference === undefined) return
  await sql`
    update customers set marketing_opt_out_at = ${preference.marketing ? null : at}::timestamptz, marketing_told_at = ${at}
    where id = ${customerId} and (marketing_told_at is null or marketing_told_at <= ${at})`.execute(tx)
}
