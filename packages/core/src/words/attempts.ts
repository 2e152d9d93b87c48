/** One try to hand a message to WhatsApp. */
export const attemptStates = [
  'sending',
  'unknown',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'withdrawn',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** What happens to an attempt, each at a time of its own. */
export const attemptSteps = ['accepted', 'sent', 'delivered', 'read', 'played', 'failed'] as const
export type AttemptStep = (typeof attemptSteps)[number]
