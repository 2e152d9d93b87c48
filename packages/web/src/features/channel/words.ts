import { t } from '@parley/core/text/translate'
import type { KeptItem } from '@parley/core/channel/webhooks'

const nouns: Readonly<Record<string, string>> = {
  message: t('Message'),
  status: t('Delivery status'),
  error: t('Error report'),
  reaction: t('Reaction'),
  edit: t('Edit'),
  revoke: t('Deletion'),
  body: t('Unreadable webhook'),
  entry: t('Unreadable entry'),
  change: t('Unreadable change'),
}

/** What an item was; another field of WhatsApp's by its own name. */
export function nounLabel(noun: string): string {
  const known = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
  if (known !== undefined) return known
  const words = noun.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const ends: Readonly<Record<KeptItem['end'], string>> = {
  folded: t('Folded'),
  noted: t('Noted'),
  refused: t('Refused'),
}

export const endLabel = (end: KeptItem['end']): string => ends[end]

const qualities: Readonly<Record<string, string>> = { GREEN: t('High'), YELLOW: t('Medium'), RED: t('Low') }

/** WhatsApp's judgement of the number. */
export const qualityLabel = (quality: string | null): string =>
  (quality === null ? undefined : qualities[quality]) ?? t('Not rated yet')

/** WhatsApp's own word for how the number stands. */
export const standingLabel = (standing: string | null): string =>
  standing === null ? '' : t('number {standing}', { standing: standing.toLowerCase().replaceAll('_', ' ') })

/** Whole minutes since then; null where nobody knows. */
export const minutesSince = (iso: string | null, now: Date): number | null =>
  iso === null ? null : Math.max(0, Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000))
