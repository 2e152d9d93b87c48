/** What WhatsApp accepts as one text message; characters as UTF-16 units, which is never more than Meta counts. */
export const maxTextLength = 4096

/** The signs that are offered first. */
export const offeredEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** What a list and a quote call a message that its customer deleted, in place of WhatsApp's own word for its type. */
export const revokedType = 'revoked'
