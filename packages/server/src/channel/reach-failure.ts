import { reachProblem } from '@parley/core/rules/window'
import { modeOf, type ReachColumns } from '../conversations/reach.ts'
import type { FailureFacts } from './failure-facts.ts'

/**
 * Why a message that was queued must not leave now; null where it may.
 * @param isTemplate it is a template, for which no window need be open
 */
export function reachFailure(conversation: ReachColumns, now: Date, isTemplate = false): FailureFacts | null {
  const mode = modeOf(conversation, now)
  const problem = reachProblem(mode)
  if (isTemplate && mode.is === 'template-only') return null
  return problem === null ? null : { code: mode.is === 'unreachable' ? 'unreachable' : 'window', ...problem }
}
