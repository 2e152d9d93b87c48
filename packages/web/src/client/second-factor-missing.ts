import { createStore } from '../store.ts'
import type { ApiFailure } from './api-failure.ts'

/** Whether the server refuses everything but the own account, until a second factor is set up there. */
export const secondFactorMissing = createStore(false)

/** Looks at each refusal. */
export function noteRefusal(failure: ApiFailure): void {
  if (failure.code === 'session.second-factor-missing') secondFactorMissing.set(true)
}
