import type { WhatsappClient } from '@parley/whatsapp/client'
import { MediaTooLarge } from '@parley/whatsapp/media-download'
import { sql } from 'kysely'
import { failAttachment } from '../attachments/settle.ts'
import { FileTooLarge } from '../attachments/store.ts'
import { type ReceivedDeps, storeReceived } from '../attachments/store-received.ts'
import { largestFile } from '../attachments/stored-file.ts'
import { type Writer, write } from '../db/write.ts'
import { startTakeLoop, type TakeLoop } from './take-loop.ts'

export interface MediaDeps extends ReceivedDeps {
  readonly client: WhatsappClient
  readonly onTrouble: (error: unknown) => void
}

const downloadTimeoutMs = 60_000
const atOnce = 3
const lookEveryMs = 5_000
/** A fetch whose process died is taken again after this. */
const leaseMs = 120_000
const retryDelaysMs = [2_000, 10_000, 30_000, 120_000, 600_000, 1_800_000] as const

interface Wanted {
  readonly id: number
  readonly name: string
  readonly mime_type: string
  readonly wa_media_id: string | null
  readonly tries: number
}

/** Fetches inbound files as soon as they are known: WhatsApp keeps them for days, their addresses for minutes. */
export const startMediaFetcher = (deps: MediaDeps): TakeLoop =>
  startTakeLoop({
    take: () => take(deps.writer),
    work: wanted => fetchOne(deps, wanted),
    atOnce,
    lookEveryMs,
    onTrouble: deps.onTrouble,
  })

/** The next file that is due, leased to us. */
async function take(writer: Writer): Promise<Wanted | null> {
  const now = writer.now()
  const { rows } = await sql<Wanted>`
    update attachments set tries = tries + 1, next_try_at = ${new Date(now.getTime() + leaseMs)}
    where id = (
      select id from attachments where state = 'pending' and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked)
    returning id, name, mime_type, wa_media_id, tries`.execute(writer.db)
  return rows[0] ?? null
}

/** Stored, or why not and whether asking again could help. */
type Fetched = 'stored' | { readonly reason: string; readonly final: boolean }

async function fetchOne(deps: MediaDeps, wanted: Wanted): Promise<void> {
  const fetched = await fetchBytes(deps, wanted)
  if (fetched === 'stored') return
  const delay = retryDelaysMs[wanted.tries - 1]
  if (fetched.final || delay === undefined) {
    return write(deps.writer, async (tx, emit) => {
      for (const change of await failAttachment(tx, wanted.id, fetched.reason)) emit(change)
    })
  }
  await deps.writer.db
    .updateTable('attachments')
    .set({ next_try_at: new Date(deps.writer.now().getTime() + delay) })
    .where('id', '=', wanted.id)
    .execute()
}

const tooLarge: Fetched = { reason: 'The file is larger than 100 MB', final: true }

async function fetchBytes(deps: MediaDeps, wanted: Wanted): Promise<Fetched> {
  const { client, onTrouble } = deps
  if (wanted.wa_media_id === null) return { reason: 'WhatsApp did not name the file', final: true }
  const found = await client.download(wanted.wa_media_id, {
    maxBytes: largestFile,
    timeoutMs: downloadTimeoutMs,
  })
  if (found.outcome === 'too-large') return tooLarge
  if (found.outcome === 'refused') {
    const final = found.retry !== 'transient' && found.retry !== 'rate'
    return { reason: 'WhatsApp does not have this file any more', final }
  }
  if (found.outcome === 'unreached')
    return { reason: 'WhatsApp could not be reached for this file', final: false }
  try {
    await storeReceived(deps, wanted.id, found.media.stream, wanted.name)
    return 'stored'
  } catch (error) {
    if (error instanceof MediaTooLarge || error instanceof FileTooLarge) return tooLarge
    onTrouble(error)
    return { reason: 'The file broke off on its way', final: false }
  }
}
