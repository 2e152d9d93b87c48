/** By what customers and we write to each other: WhatsApp, or another channel behind a bridge. */
export const channels = ['whatsapp', 'bridge'] as const
export type Channel = (typeof channels)[number]
