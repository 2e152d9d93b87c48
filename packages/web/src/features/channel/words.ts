import type { KeptItem } from '@parley/core/channel/webhooks'

const nouns: Readonly<Record<string, string>> = {
  message: 'Message',
  status: 'Delivery status',
  error: 'Error report',
  reaction: 'Reaction',
  edit: 'Edit',
  revoke: 'Deletion',
  body: 'Unreadable webhook',
  entry: 'Unreadable entry',
  change: 'Unreadable change',
}

/** What an item was; another field of WhatsApp's by its own name. */
export function nounLabel(noun: string): string {
  const known = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
  if (known !== undefined) return known
  const words = noun.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const ends: Readonly<Record<KeptItem['end'], string>> = {
  folded: 'Folded',
  noted: 'Noted',
  refused: 'Refused',
}

export const endLabel = (end: KeptItem['end']): string => ends[end]

const qualities: Readonly<Record<string, string>> = { GREEN: 'High', YELLOW: 'Medium', RED: 'Low' }

/** WhatsApp's judgement of the number. */
export const qualityLabel = (quality: string | null): string =>
  (quality === null ? undefined : qualities[quality]) ?? 'Not rated yet'

/** WhatsApp's own word for how the number stands. */
export const standingLabel = (standing: string | null): string =>
  standing === null ? '' : `number ${standing.toLowerCase().replaceAll('_', ' ')}`

/** Whole minutes since then; null where nobody knows. */
export const minutesSince = (iso: string | null, now: Date): number | null =>
  iso === null ? null : Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000))
