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
