import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'

let before: Promise<unknown> = Promise.resolve()

/**
 * Tells the server and every page of everybody's whether the agent has the end of their shift open. One call after the other:
 * the last one said counts. Rejects with `ApiFailure`.
 */
export function sayFinishing(client: QueryClient, open: boolean): Promise<unknown> {
  const said = before.then(() =>
    applyMutationResult(
      client,
      () => api.setFinishing({ body: { open } }),
      profile => ({ event: 'agent', data: { ...profile, disabled: false } }),
    ),
  )
  before = said.catch(() => undefined)
  return said
}
