import { attachmentCalls } from '@parley/core/attachments/api'
import { mayOpen } from '@parley/core/attachments/rules'
import { ApiError } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { write, type Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { readyAttachment, toAttachment } from './queries.ts'
import { FileHarmful, type Scanner, ScannerAway } from './scanner.ts'
import { type ReadyRow, sendFile, sendThumbnail } from './serve.ts'
import type { FileStore } from './store.ts'
import { isRaster } from './stored-file.ts'
import { acceptUploads, readUpload, recordUpload } from './upload.ts'

export interface Attachments {
  readonly writer: Writer
  readonly store: FileStore
  readonly scanner: Scanner
}

/** Upload and download. `mayOpen` decides whether an agent may open a file. */
export async function attachmentRoutes(http: Http, { writer, store, scanner }: Attachments): Promise<void> {
  /** @throws ApiError attachment.not-found, also until the file is fetched */
  const ready = async (id: string, caller: Caller, wanted: (row: ReadyRow) => boolean): Promise<ReadyRow> => {
    const known = idOf(id)
    const to = { agentId: caller.agentId, visibility: visibilityOf(caller), customerId: null }
    const row = known === null ? undefined : await readyAttachment(writer.db, known, to)
    if (row === undefined || !mayOpen(row) || !wanted(row as ReadyRow)) {
      throw new ApiError('attachment.not-found', { id })
    }
    return row as ReadyRow
  }

  await http.app.register(async app => {
    await acceptUploads(app)
    mount({ ...http, app }, attachmentCalls, {
      uploadDocument: async ({ caller, request }) => {
        const upload = await scanned(writer, caller, () => readUpload(request, store, scanner))
        return toAttachment(await recordUpload(writer, store, { ...upload, agentId: caller.agentId }))
      },
      downloadDocument: async ({ params, caller, request, reply }) =>
        sendFile(request, reply, store, await ready(params.id, caller, () => true)),
      previewDocument: async ({ params, caller, request, reply }) =>
        sendFile(request, reply, store, await ready(params.id, caller, row => isRaster(row.mime_type))),
      thumbnailDocument: async ({ params, caller, request, reply }) =>
        sendThumbnail(request, reply, store, await ready(params.id, caller, row => row.has_thumbnail)),
    })
  })
}

/**
 * Reads an upload; malware is recorded in the audit log.
 * @throws ApiError attachment.harmful, attachment.unscanned
 */
async function scanned<T>(writer: Writer, by: Caller, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ScannerAway) throw new ApiError('attachment.unscanned')
    if (!(error instanceof FileHarmful)) throw error
    const { malware } = error
    await write(writer, context => record(context, by, 'attachment.blocked', null, { after: { malware } }))
    throw new ApiError('attachment.harmful', { malware })
  }
}
