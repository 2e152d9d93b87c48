import type { KeptItem } from '@parley/core/api/webhooks'

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
