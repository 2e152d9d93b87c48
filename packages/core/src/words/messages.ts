/** What WhatsApp accepts as one text message; characters as UTF-16 units, which is never more than Meta counts. */
export const maxTextLength = 4096
