import type { Channel } from '../words/channels.ts'

/** What some channels take beside the words, files and quoted replies that all of them take. */
export type Extra = 'template' | 'ask' | 'card' | 'reaction' | 'voice'

const extras: Readonly<Record<Channel, ReadonlySet<Extra>>> = {
  whatsapp: new Set(['template', 'ask', 'card', 'reaction', 'voice']),
  bridge: new Set(),
}

/** Whether a channel takes it. */
export const takes = (channel: Channel, extra: Extra): boolean => extras[channel].has(extra)

/** What is said of an extra that the channel does not take. */
export const notOfThisChannel = 'goes only by WhatsApp: write words, or send a file'

/** Whether free words go only for some time behind what the customer wrote. */
export const hasWindow = (channel: Channel): boolean => channel === 'whatsapp'

/** What agents call a channel. `name` is what the settings call a bridge; null: they do not say. */
export const channelName = (channel: Channel, name: string | null): string =>
  channel === 'whatsapp' ? 'WhatsApp' : (name ?? 'the other side')
