/** The kinds of requests to assist. */
export const assistKinds = ['translate', 'summarise', 'draft', 'intent'] as const
export type AssistKind = (typeof assistKinds)[number]

/** The reasons why assist gave no usable result. */
const assistFailures = [
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

/** The result of a use of assist. */
export type AssistOutcome = 'answered' | AssistFailure
