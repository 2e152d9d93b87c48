import type { ApplicationEntity } from '@parley/core/applications/application'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'

/** A message that asks the customer for what stands open, to be looked at and sent in this conversation. */
export interface PreparedRequest {
  readonly conversationId: string
  readonly text: string
}

/** Has the server prepare what the customer is to be asked, in their language; rejects with the reason where they cannot be. */
export async function prepareRequest(
  { kind, id }: Pick<ApplicationEntity, 'kind' | 'id'>,
  ask: Pick<typeof api, 'ippApplicationRequest' | 'libApplicationRequest'> = api,
): Promise<PreparedRequest> {
  const call = kind === 'ipp' ? ask.ippApplicationRequest : ask.libApplicationRequest
  const { value } = await call({ params: { id } })
  return { conversationId: value.conversation_id, text: value.text }
}

/** Whether it was not approved because a point stands open that nobody confirmed. */
export const isPointsOpen = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'application.points-open'
