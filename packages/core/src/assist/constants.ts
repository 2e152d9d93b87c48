/** What assist is asked for. */
export const assistKinds = ['translate', 'summarise', 'draft', 'intent'] as const
export type AssistKind = (typeof assistKinds)[number]

/** Why assist gave nothing that can be used. */
export const assistFailures = [
  'unreachable',
  'timed-out',
  'refused',
  'too-often',
  'server-error',
  'not-taken',
  'unreadable',
  'empty',
  'too-long',
] as const
export type AssistFailure = (typeof assistFailures)[number]

/** How a use of assist ended. */
export type AssistOutcome = 'answered' | AssistFailure
