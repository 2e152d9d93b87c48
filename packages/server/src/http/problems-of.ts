import type { Call } from '@parley/core/calls'
import type { ProblemCode } from '@parley/core/problems'

/** Every problem that a call may answer with: those that it declares, and those that come with what it takes. */
export function problemsOf(call: Call): ReadonlySet<ProblemCode> {
  // One that cannot be read, or is too long, is refused before anybody asks whether the call takes any.
  const takesBody = call.method !== 'GET'
  return new Set<ProblemCode>([
    'input.invalid',
    ...(takesBody ? (['attachment.too-large'] as const) : []),
    ...(call.access !== 'public'
      ? (['session.missing', 'session.expired', 'session.forbidden'] as const)
      : []),
    ...(call.access !== 'public' && call.withoutSecondFactor !== true
      ? (['session.second-factor-missing'] as const)
      : []),
    ...(call.area !== undefined ? (['area.not-served'] as const) : []),
    ...(call.spends !== undefined ? (['call.too-often'] as const) : []),
    // Whatever is done at the desk is done in a conversation, or in what hangs on one.
    ...(call.policy === 'desk' && call.method !== 'GET' ? (['customer.erased'] as const) : []),
    ...call.problems,
    'server.failed',
    'server.unavailable',
  ])
}
