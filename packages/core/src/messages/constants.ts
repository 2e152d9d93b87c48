/** What WhatsApp accepts as one text message; characters as UTF-16 units, which is never more than Meta counts. */
export const maxTextLength = 4096

/** A draft may be longer until it is shortened or parted. What a page writes as it goes must be under 64 KB (Fetch, keepalive). */
export const maxDraftLength = 16_384

/** The signs that are offered first. */
export const offeredEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** What a list and a quote call a message that its customer deleted, in place of WhatsApp's own word for its type. */
export const revokedType = 'revoked'

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
