import { sql } from 'kysely'
import type { RetryClass } from '@parley/whatsapp/error-codes'
import { type DownloadOutcome, MediaBroken, MediaTooLarge } from '@parley/whatsapp/media-download'
import {
  failAttachment,
  FileAltered,
  FileEmpty,
  postponeAttachment,
  type ReceivedDeps,
  storeReceived,
} from '../attachments/received.ts'
import { FileHarmful, ScannerAway } from '../attachments/scanner.ts'
import { FileTooLarge } from '../attachments/store.ts'
import { largestFile } from '../attachments/stored-file.ts'
import { atTheServer, record } from '../audit/record.ts'
import type { ChannelAdapter } from '../channels/adapter.ts'
import { write, type Writer } from '../db/write.ts'
import { startClaimLoop, type ClaimLoop } from '../timers/claim-loop.ts'

/** A failed attempt for the log, without content or file name. */
export interface MediaTold {
  readonly attachment: number
  readonly trouble: MediaTrouble
  readonly tries: number
  /** failed: there is no further attempt. */
  readonly state: 'waits' | 'failed'
  /** Whether the sentence for agents changed. */
  readonly isNews: boolean
}

interface MediaDeps extends ReceivedDeps {
  readonly adapterOf: (phoneNumberId: string) => Pick<ChannelAdapter, 'download' | 'name'> | null
  readonly onMissed: (told: MediaTold) => void
  readonly onTrouble: (error: unknown) => void
}

const downloadTimeoutMs = 60_000
const atOnce = 3
const lookEveryMs = 5_000
/** The lease of a fetch: after it another process claims the file. */
const leaseMs = 120_000

interface Wanted {
  readonly id: number
  readonly name: string
  readonly wa_media_id: string | null
  /** The number that it was sent to. */
  readonly phone_number_id: string | null
  readonly wa_sha256: string | null
  readonly tries: number
  readonly created_at: Date
}

/** Fetches inbound files at once: WhatsApp keeps files for days, but their URLs for minutes. */
export const startMediaFetcher = (deps: MediaDeps): ClaimLoop =>
  startClaimLoop({
    claim: room => take(deps.writer, room),
    work: wanted => fetchOne(deps, wanted),
    atOnce,
    lookEveryMs,
    timer: deps.writer.timer,
    onTrouble: deps.onTrouble,
  })

/** Claims the next due files. */
async function take(writer: Writer, most: number): Promise<readonly Wanted[]> {
  const now = writer.now()
  const { rows } = await sql<Wanted>`
    update attachments set tries = tries + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}
    where id = any(array(
      select id from attachments where state = 'pending' and next_try_at <= ${now}
      order by next_try_at limit ${most} for update skip locked))
    returning id, name, wa_media_id, wa_sha256, tries, created_at, (
      select m.phone_number_id from message_attachments f join messages m on m.id = f.message_id
      where f.attachment_id = attachments.id limit 1) as phone_number_id`.execute(writer.db)
  return rows
}

async function fetchOne(deps: MediaDeps, wanted: Wanted): Promise<void> {
  const { writer, adapterOf, onMissed } = deps
  const { id, tries, phone_number_id: number, created_at: createdAt } = wanted
  const adapter = number === null ? null : adapterOf(number)
  const trouble = await fetchBytes(deps, adapter, wanted)
  if (trouble === null) return
  const said = await write(writer, async ({ tx, publish, now }) => {
    const ageMs = now.getTime() - createdAt.getTime()
    const verdict = verdictOf(trouble, { tries, ageMs, channel: adapter?.name ?? 'The channel' })
    const changes =
      verdict.state === 'failed'
        ? await failAttachment(tx, id, verdict.failure)
        : await postponeAttachment(tx, id, verdict.failure, new Date(now.getTime() + verdict.pauseMs))
    for (const change of changes) publish(change)
    return { state: verdict.state, isNews: changes.length > 0 }
  })
  onMissed({ attachment: id, trouble, tries, ...said })
}

/** Stores the file. @returns the problem; null: none */
async function fetchBytes(
  deps: MediaDeps,
  adapter: Pick<ChannelAdapter, 'download'> | null,
  wanted: Wanted,
): Promise<MediaTrouble | null> {
  const { onTrouble } = deps
  if (wanted.wa_media_id === null) return 'unnamed'
  if (adapter === null) return 'access'
  const found = await adapter.download(wanted.wa_media_id, {
    maxBytes: largestFile,
    timeoutMs: downloadTimeoutMs,
  })
  if (found.outcome !== 'found') return troubleOf(found)
  try {
    const { stream, sha256 } = found.media
    await storeReceived(deps, wanted.id, stream, {
      name: wanted.name,
      sums: [sha256, wanted.wa_sha256],
    })
    return null
  } catch (error) {
    if (error instanceof MediaTooLarge || error instanceof FileTooLarge) return 'too-large'
    if (error instanceof MediaBroken) return 'network'
    if (error instanceof FileEmpty) return 'empty'
    if (error instanceof FileAltered) return 'altered'
    if (error instanceof FileHarmful) return blocked(deps, wanted.id, error.malware)
    onTrouble(error)
    return error instanceof ScannerAway ? 'scanner' : 'storage'
  }
}

/** Records the malware in the audit log; the file is not kept. */
async function blocked({ writer }: MediaDeps, id: number, malware: string): Promise<'harmful'> {
  const after = { malware }
  await write(writer, context => record(context, atTheServer, 'attachment.blocked', id, { after }))
  return 'harmful'
}

const mediaLifeDays = 7
/** WhatsApp keeps a customer's file this long, in milliseconds. */
export const mediaLifeMs = mediaLifeDays * 24 * 60 * 60_000

/** The pauses between attempts in milliseconds. */
const pausesMs = [2_000, 10_000, 30_000, 120_000, 600_000, 1_800_000] as const
const longestPauseMs = 1_800_000

/** For each problem's label in the metric: the sentence for the agent. */
const sentences = {
  access: channel =>
    `${channel} does not accept our access. Ask an administrator to check the ${channel} account`,
  rate: channel => `We asked ${channel} too often`,
  whatsapp: channel => `Something went wrong at ${channel}`,
  network: channel => `${channel} could not be reached, or the file broke off on its way`,
  storage: () => 'It could not be stored here. Ask an administrator to look at the server',
  scanner: () => 'It cannot be checked for malware right now. Ask an administrator to look at the scanner',
  altered: channel =>
    `What came is not the file that ${channel} announced. Ask the customer to send it again`,
  address: channel => `${channel} named an address at which it is not`,
  refused: channel => `${channel} refused to hand it over`,
  gone: channel => `${channel} does not have it any more. Ask the customer to send it again`,
  empty: () => 'It came empty. Ask for it again',
  'too-large': () => 'It is larger than 100 MB',
  unnamed: channel => `${channel} did not say which file it is. Ask the customer to send it again`,
  harmful: () => 'It holds malware, so it was not kept',
} satisfies Record<string, (channel: string) => string>
export type MediaTrouble = keyof typeof sentences
export const mediaTroubles = Object.keys(sentences) as MediaTrouble[]

/** A retry cannot help. */
const final: ReadonlySet<MediaTrouble> = new Set(['gone', 'empty', 'too-large', 'unnamed', 'harmful'])

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

/** The state of a file after a failed attempt. `failure` is a sentence for the agent. */
type Verdict = { readonly failure: string } & (
  | { readonly state: 'failed' }
  | { readonly state: 'waits'; readonly pauseMs: number }
)

/**
 * Judges a failed attempt. Problems that may pass are retried with growing pauses, until WhatsApp deletes the file.
 * @param tries the number of attempts, from 1
 * @param ageMs milliseconds since the channel announced the file
 * @param channel the channel's name for agents
 */
export function verdictOf(
  trouble: MediaTrouble,
  { tries, ageMs, channel }: { tries: number; ageMs: number; channel: string },
): Verdict {
  const failure = sentences[trouble](channel)
  if (final.has(trouble)) return { state: 'failed', failure }
  if (ageMs >= mediaLifeMs) {
    const kept = `${channel} keeps a file for ${mediaLifeDays} days, in which it could not be fetched`
    return { state: 'failed', failure: `${kept}. The last time: ${failure}` }
  }
  return { state: 'waits', failure, pauseMs: pausesMs[tries - 1] ?? longestPauseMs }
}
