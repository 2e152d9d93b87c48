/** WhatsApp's limit for one text message, in characters (code points). */
export const maxTextLength = 4096

/**
 * A draft may be longer than a message, until it is shortened or split. A page's last write as it closes must be under 64 KB
 * (Fetch, keepalive).
 */
export const maxDraftLength = 16_384

/** The reactions offered first. */
export const offeredEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** The type, in lists and quotes, of a message that its customer deleted; it replaces WhatsApp's type. */
export const revokedType = 'revoked'

/** The states of one attempt to send a message to WhatsApp. */
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

/** The steps of an attempt; each has its own time. */
const attemptSteps = ['accepted', 'sent', 'delivered', 'read', 'played', 'failed'] as const
export type AttemptStep = (typeof attemptSteps)[number]
