import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { deleteUncarried, removeUnnamed } from '../attachments/queries.ts'
import type { FileStore } from '../attachments/store.ts'
import { atTheServer, record } from '../audit/record.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import type { Batch, Retention } from '../descriptor.ts'
import { descriptors } from '../resources.ts'
import { workspaceSettings } from '../settings/queries.ts'

const dayMs = 24 * 60 * 60_000

/** The rows of one batch: a statement stays short and blocks nobody for long. */
const mostAtOnce = 500

export interface RetentionDeps {
  readonly writer: Writer
  readonly store: FileStore
  /** The folder of unfinished exports. */
  readonly scratch: string
}

/** Deleted rows by resource, and `files` on the disk that no row names. */
export type Retained = Readonly<Record<string, number>>

const pastDay = (now: Date): Date => new Date(now.getTime() - dayMs)

/**
 * Deletes data beyond the retention settings, and unreferenced uploads and files. Runs in batches until done or aborted,
 * and puts the result on record. Figures stay.
 */
export async function retain(deps: RetentionDeps, closing?: AbortSignal): Promise<Retained> {
  const { writer, store } = deps
  const { settings } = await workspaceSettings(writer.db)
  const isOver = () => closing?.aborted === true
  const done: Record<string, number> = {}
  for (const { retain: rules = {} } of descriptors)
    for (const [name, rule] of Object.entries(rules)) {
      const days = rule.days(settings)
      done[name] = days === null ? 0 : await forgetInBatches(deps, rule, days, isOver)
    }
  done['files'] = await forgetFiles(writer, store, isOver)
  await forgetExports(deps)
  if (Object.values(done).some(count => count > 0)) {
    await write(writer, context => record(context, atTheServer, 'retention.ran', null, { after: done }))
  }
  return done
}

/** Answers how many rows went. */
async function forgetInBatches(
  { writer, store }: RetentionDeps,
  rule: Retention,
  days: number,
  isOver: () => boolean,
): Promise<number> {
  const now = writer.now()
  const batch = { before: new Date(now.getTime() - days * dayMs), most: mostAtOnce }
  let count = 0
  while (!isOver()) {
    const gone = await write(writer, context => forgetBatch({ ...context, now }, rule, batch))
    await removeUnnamed(writer.db, store, gone.files)
    count += gone.count
    if (gone.count < mostAtOnce) break
  }
  return count
}

/** One batch, with dependent rows. Answers how many rows went, and the keys of unreferenced files. */
export async function forgetBatch(
  context: TxContext,
  rule: Pick<Retention, 'forget'>,
  batch: Batch,
): Promise<{ readonly count: number; readonly files: readonly string[] }> {
  const { tx } = context
  const { count, messages = [], attachments = [] } = await rule.forget(context, batch)
  const ids = sql`(select unnest(${[...messages]}::bigint[]))`
  if (messages.length > 0) for (const { onWordsGone } of descriptors) await onWordsGone?.(tx, ids)
  return { count, files: await deleteUncarried(tx, attachments) }
}

/** Files of a process that died between writing a file and its row, or between deleting a row and its file. */
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

/** Exports of a process that died during a download. */
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
