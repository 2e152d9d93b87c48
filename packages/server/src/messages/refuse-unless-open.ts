import { Refusal } from '@parley/core/errors'
import { reachProblem } from '@parley/core/conversations/window'
import { modeOf, type ReachColumns } from '../conversations/reach.ts'

/**
 * Lets only what WhatsApp takes now into a conversation, which must be locked.
 * @param isTemplate it is a template, for which no window need be open
 * @throws Refusal message.window-closed, message.unreachable
 */
export function refuseUnlessOpen(conversation: ReachColumns, now: Date, isTemplate = false): void {
  const mode = modeOf(conversation, now)
  const problem = reachProblem(mode)
  if (problem === null || (isTemplate && mode.is === 'template-only')) return
  const code = mode.is === 'unreachable' ? 'message.unreachable' : 'message.window-closed'
  throw new Refusal(code, { ...problem })
}
