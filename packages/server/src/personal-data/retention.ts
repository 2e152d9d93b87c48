import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '@parley/core/api/settings'
import { sql } from 'kysely'
import { removeUnnamed } from '../attachments/file-lock.ts'
import type { FileStore } from '../attachments/store.ts'
import { atTheServer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { forgetDraftsBefore } from '../messages/drafts/forget-drafts.ts'
import { workspaceSettings } from '../settings/queries.ts'
import { forgetUpTo } from './forget-messages.ts'
import { forgetNotes } from './forget-notes.ts'
import { forgetReminders } from './forget-reminders.ts'

const dayMs = 24 * 60 * 60_000

/** One statement deletes no more than this, so that none takes long and nobody waits for it. */
const mostAtOnce = 500

export interface RetentionDeps {
  readonly writer: Writer
  readonly store: FileStore
  /** Where exports lie while they are made. */
  readonly scratch: string
}

/** What one run did away with. */
export interface Retained {
  /** Messages that lost their words and files. */
  readonly messages: number
  /** Notes that agents wrote for each other. */
  readonly notes: number
  /** What agents promised at messages. */
  readonly reminders: number
  /** Words that agents had begun and not sent. */
  readonly drafts: number
  readonly audit: number
  /** Uploads that nobody sent. */
  readonly uploads: number
  /** Files on the disk that no row names. */
  readonly files: number
}

const pastDay = (now: Date): Date => new Date(now.getTime() - dayMs)

/**
 * Does away with what the workspace decided not to keep, and with what nobody can reach any more: uploads and files that
 * nothing names. In batches, until it is done or called off; what it did is on record. Figures stay.
 */
export async function retain(deps: RetentionDeps, closing?: AbortSignal): Promise<Retained> {
  const { writer, store } = deps
  const { settings } = await workspaceSettings(writer.db)
  const isOver = () => closing?.aborted === true
  const done: Retained = {
    messages: await forgetMessages(deps, settings, isOver),
    notes: await forgetOldNotes(writer, settings, isOver),
    reminders: await forgetOldReminders(writer, settings, isOver),
    drafts: await forgetDrafts(writer, settings, isOver),
    audit: await forgetAudit(writer, settings, isOver),
    uploads: await forgetUploads(writer, store, isOver),
    files: await forgetFiles(writer, store, isOver),
  }
  await forgetExports(deps)
  if (Object.values(done).some(count => count > 0)) {
    const ran = { action: 'retention.ran', noun: 'settings', objectId: null, after: { ...done } } as const
    await write(writer, tx => record(tx, atTheServer, ran, writer.now()))
  }
  return done
}

/** Forgets so many at a time, until a batch is not full or it is called off. Answers how many. */
async function inBatches(isOver: () => boolean, forget: () => Promise<number>): Promise<number> {
  let count = 0
  while (!isOver()) {
    const gone = await forget()
    count += gone
    if (gone < mostAtOnce) return count
  }
  return count
}

/** The messages of a time that is over lose their words and files, from the oldest on. */
async function forgetMessages(
  { writer, store }: RetentionDeps,
  { keep_messages_days: days }: Settings,
  isOver: () => boolean,
): Promise<number> {
  if (days === null) return 0
  const before = new Date(writer.now().getTime() - days * dayMs)
  let count = 0
  while (!isOver()) {
    const batch = await write(writer, (tx, emit) => forgetUpTo(tx, emit, before, mostAtOnce))
    if (batch === null) return count
    count += batch.messages
    await removeUnnamed(writer.db, store, batch.files)
  }
  return count
}

/** Notes are kept as long as the messages that they stand among. */
async function forgetOldNotes(
  writer: Writer,
  { keep_messages_days: days }: Settings,
  isOver: () => boolean,
): Promise<number> {
  if (days === null) return 0
  const now = writer.now()
  const before = new Date(now.getTime() - days * dayMs)
  return inBatches(isOver, () => write(writer, (tx, emit) => forgetNotes(tx, emit, before, mostAtOnce, now)))
}

/** Reminders are kept for as long as messages are, from when they were due: no promise goes before its time. */
async function forgetOldReminders(
  writer: Writer,
  { keep_messages_days: days }: Settings,
  isOver: () => boolean,
): Promise<number> {
  if (days === null) return 0
  const now = writer.now()
  const before = new Date(now.getTime() - days * dayMs)
  return inBatches(isOver, () =>
    write(writer, (tx, emit) => forgetReminders(tx, emit, before, mostAtOnce, now)),
  )
}

/** What was begun and not sent is kept for as long as messages are, from when it was last written on. */
async function forgetDrafts(
  writer: Writer,
  { keep_messages_days: days }: Settings,
  isOver: () => boolean,
): Promise<number> {
  if (days === null) return 0
  const before = new Date(writer.now().getTime() - days * dayMs)
  return inBatches(isOver, () =>
    write(writer, (tx, emit) => forgetDraftsBefore(tx, emit, before, mostAtOnce)),
  )
}

async function forgetAudit(
  { db, now }: Writer,
  { keep_audit_days: days }: Settings,
  isOver: () => boolean,
): Promise<number> {
  if (days === null) return 0
  const before = new Date(now().getTime() - days * dayMs)
  return inBatches(isOver, () =>
    db.transaction().execute(async tx => {
      // The table gives its entries up to nobody else.
      await sql`set local parley.retention = 'on'`.execute(tx)
      const { numAffectedRows } = await sql`delete from audit where id = any(array(
        select id from audit where at < ${before} order by at, id limit ${mostAtOnce}))`.execute(tx)
      return Number(numAffectedRows ?? 0)
    }),
  )
}

/** Uploads that no message, no application and no canned reply carries a day later: nobody will send them any more. */
async function forgetUploads({ db, now }: Writer, store: FileStore, isOver: () => boolean): Promise<number> {
  let count = 0
  while (!isOver()) {
    const { rows } = await sql<{ storage_key: string | null }>`
      delete from attachments where id = any(array(
        select a.id from attachments a
        where a.uploaded_by is not null and a.created_at < ${pastDay(now())}
          and not exists (select 1 from message_attachments k where k.attachment_id = a.id)
          and not exists (select 1 from application_documents d where d.attachment_id = a.id)
          and not exists (select 1 from canned_reply_files r where r.attachment_id = a.id)
        limit ${mostAtOnce} for update skip locked))
      returning storage_key`.execute(db)
    count += rows.length
    await removeUnnamed(
      db,
      store,
      rows.flatMap(row => (row.storage_key === null ? [] : [row.storage_key])),
    )
    if (rows.length < mostAtOnce) return count
  }
  return count
}

/** Files that a process left which died between writing one and naming it, or between erasing its row and removing it. */
async function forgetFiles({ db, now }: Writer, store: FileStore, isOver: () => boolean): Promise<number> {
  let count = 0
  for await (const keys of store.keysBefore(pastDay(now()), mostAtOnce)) {
    if (isOver()) return count
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where not exists (select 1 from attachments a where a.storage_key = key)`.execute(db)
    count += await removeUnnamed(
      db,
      store,
      rows.map(row => row.key),
    )
  }
  return count
}

/** Exports whose process died while somebody fetched them. */
async function forgetExports({ writer, scratch }: RetentionDeps): Promise<void> {
  const before = pastDay(writer.now()).getTime()
  for (const name of await entriesOf(scratch)) {
    const left = path.join(scratch, name)
    if ((await stat(left)).mtimeMs < before) await rm(left, { recursive: true, force: true })
  }
}

async function entriesOf(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}
