import { createStore } from '../store.ts'
import { ApiFailure } from './api-failure.ts'

/** Whether the server refuses everything but the own account, until a second factor is set up there. */
export const secondFactorMissing = createStore(false)

/** Whether something was refused for want of a second factor. */
export const isForSecondFactor = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'session.second-factor-missing'

/** Looks at each refusal. */
export function noteRefusal(failure: ApiFailure): void {
  if (isForSecondFactor(failure)) secondFactorMissing.set(true)
}
