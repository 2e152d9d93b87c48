/** What can be wrong between Parley and WhatsApp, the worst first. */
export const channelProblems = [
  'access-refused',
  'sending-blocked',
  'number-restricted',
  'unreached',
  'sends-waiting',
  'silent',
  'sending-limited',
  'quality-low',
] as const
export type ChannelProblemKind = (typeof channelProblems)[number]

/** By what customers and we write to each other: WhatsApp, or another channel behind a bridge. */
export const channels = ['whatsapp', 'bridge'] as const
export type Channel = (typeof channels)[number]
