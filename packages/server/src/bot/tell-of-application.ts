import type { ApplicationKind } from '@parley/core/api/applications'
import { applicationNumber } from '@parley/core/rules/application'
import { formNames } from '@parley/core/rules/application-form'
import type { Emit, Tx } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'

interface SentIn {
  readonly kind: ApplicationKind
  readonly id: number
  readonly place: { readonly id: number; readonly customer_name: string | null }
  /** Whether all documents that it needs are there. */
  readonly isWhole: boolean
}

/** Tells every available agent that a customer has sent in an application. */
export async function tellOfApplication(
  tx: Tx,
  emit: Emit,
  { kind, id, place, isWhole }: SentIn,
  now: Date,
): Promise<void> {
  const agents = await tx
    .selectFrom('agents')
    .select('id')
    .where('status', '=', 'AVAILABLE')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  const who = place.customer_name ?? 'A customer'
  const rest = isWhole ? '' : '; documents are still missing'
  const message = `${who} sent in ${applicationNumber({ kind, id })}, ${formNames[kind].name}${rest}`
  for (const { id: agentId } of agents) {
    const notice = { agentId, cause: 'outcome', type: 'success', title: 'New application', message } as const
    await notify(tx, emit, { ...notice, conversationId: place.id }, now)
  }
}
