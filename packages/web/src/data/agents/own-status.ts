import type { OwnStatus, StatusMinutes } from '@parley/core/agents/constants'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { failed } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { applyMutationResult } from '../../sync/take-answer.ts'
import { showToast } from '../../ui/states/toasts.ts'

/** What agents say of themselves, why, and for how many minutes; null: until they change it. */
interface Saying {
  readonly status: OwnStatus
  readonly reason: string | null
  readonly minutes: StatusMinutes | null
}

/** Runs a write of the own account, which every page of everybody's hears of. Rejects with `ApiFailure`. */
const tell = (client: QueryClient, write: () => ReturnType<typeof api.setOwnStatus>): Promise<unknown> =>
  applyMutationResult(client, write, profile => ({ event: 'agent', data: { ...profile, disabled: false } }))

/** Tells the server and every page of everybody's. Rejects with `ApiFailure`. */
export const sayStatus = (client: QueryClient, body: Saying): Promise<unknown> =>
  tell(client, () => api.setOwnStatus({ body }))

/** Makes the agent available again; why that failed is said in a toast. Answers whether it was done. */
export function useComeBack(): () => Promise<boolean> {
  'use memo'
  const client = useQueryClient()
  return async () => {
    try {
      await sayStatus(client, { status: 'AVAILABLE', reason: null, minutes: null })
      return true
    } catch (cause) {
      showToast({ key: 'own status', title: failed('setOwnStatus', cause).message })
      return false
    }
  }
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Tells the server and every page of everybody's whether the agent has the end of their shift open. One call after the other:
 * the last one said counts. Rejects with `ApiFailure`.
 */
export function sayFinishing(client: QueryClient, open: boolean): Promise<unknown> {
  const said = before.then(() => tell(client, () => api.setFinishing({ body: { open } })))
  before = said.catch(() => undefined)
  return said
}
