import type { RetryClass } from '@parley/whatsapp/error-codes'
import type { DownloadOutcome } from '@parley/whatsapp/media-download'

/** Why a customer's file is not here, as operators count it. The last five are of the file itself, the others of the moment. */
export const mediaTroubles = [
  'access',
  'rate',
  'whatsapp',
  'network',
  'storage',
  'scanner',
  'altered',
  'address',
  'refused',
  'gone',
  'empty',
  'too-large',
  'unnamed',
  'harmful',
] as const
export type MediaTrouble = (typeof mediaTroubles)[number]

const mediaLifeDays = 7
/** Milliseconds for which WhatsApp keeps a customer's file. */
export const mediaLifeMs = mediaLifeDays * 24 * 60 * 60_000

/** The pauses between tries in milliseconds; the last one holds from then on. */
const pausesMs = [2_000, 10_000, 30_000, 120_000, 600_000, 1_800_000] as const
const longestPauseMs = 1_800_000

/** What an agent reads; `channel` is what agents call where the file comes from. */
const wordsOf = (channel: string): Readonly<Record<MediaTrouble, string>> => ({
  access: `${channel} does not accept our access. Ask an administrator to look at the ${channel} account`,
  rate: `We asked ${channel} too often`,
  whatsapp: `Something went wrong at ${channel}`,
  network: `${channel} could not be reached, or the file broke off on its way`,
  storage: 'It could not be stored here. Ask an administrator to look at the server',
  scanner: 'It cannot be checked for malware right now. Ask an administrator to look at the scanner',
  altered: `What came is not the file that ${channel} announced. Ask the customer to send it again`,
  address: `${channel} named an address at which it is not`,
  refused: `${channel} refused to hand it over`,
  gone: `${channel} does not have it any more. Ask the customer to send it again`,
  empty: 'It came empty. Ask for it again',
  'too-large': 'It is larger than 100 MB',
  harmful: 'It holds malware, so it was not kept',
  unnamed: `${channel} did not say which file it is. Ask the customer to send it again`,
})
/** Waiting mends none of these. */
const final: ReadonlySet<MediaTrouble> = new Set(['gone', 'empty', 'too-large', 'unnamed', 'harmful'])

/** What an answer of WhatsApp's that brings no file means. */
export function troubleOf(found: Exclude<DownloadOutcome, { outcome: 'found' }>): MediaTrouble {
  switch (found.outcome) {
    case 'gone':
    case 'too-large':
      return found.outcome
    case 'misplaced':
      return 'address'
    case 'unreached':
      return 'network'
    case 'refused':
      return troubleOfRefusal[found.retry]
  }
}

const troubleOfRefusal: Readonly<Record<RetryClass, MediaTrouble>> = {
  channel: 'access',
  rate: 'rate',
  transient: 'whatsapp',
  permanent: 'refused',
  window: 'refused',
}

/** What becomes of a file after a try that did not bring it. `failure` is a sentence for the agent. */
export type Verdict = { readonly failure: string } & (
  | { readonly state: 'failed' }
  | { readonly state: 'waits'; readonly pauseMs: number }
)

/**
 * Judges a try that brought no file. Whatever says nothing of the file itself is tried again, more and more slowly, until
 * WhatsApp keeps it no more.
 * @param tries how many there were, from 1 on
 * @param ageMs milliseconds since the channel told us of the file
 * @param channel what agents call it
 */
export function verdictOf(
  trouble: MediaTrouble,
  { tries, ageMs, channel }: { tries: number; ageMs: number; channel: string },
): Verdict {
  const failure = wordsOf(channel)[trouble]
  if (final.has(trouble)) return { state: 'failed', failure }
  if (ageMs >= mediaLifeMs) {
    const kept = `${channel} keeps a file for ${mediaLifeDays} days, in which it could not be fetched`
    return { state: 'failed', failure: `${kept}. The last time: ${failure}` }
  }
  return { state: 'waits', failure, pauseMs: pausesMs[tries - 1] ?? longestPauseMs }
}
