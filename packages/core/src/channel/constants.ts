/** Possible problems between Parley and WhatsApp, the worst first. */
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

/** The channels: WhatsApp, or another channel through a bridge. */
export const channels = ['whatsapp', 'bridge'] as const
export type Channel = (typeof channels)[number]
