import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Attachment, DocumentType } from '@parley/core/attachments/api'
import { sendableAs } from '@parley/core/attachments/rules'
import { ApiError } from '@parley/core/errors'
import { write, type Writer } from '../db/write.ts'
import { parsePart } from '../http/validate.ts'
import { cleanName } from './file-name.ts'
import { type AttachmentRow, holdFile } from './queries.ts'
import { refuseHarmful, type Scanner } from './scanner.ts'
import { type FileStore, FileTooLarge, type Staged } from './store.ts'
import { fileFacts, keepFile, largestFile, sniff, type StoredFile } from './stored-file.ts'

const Fields = z.object({
  document_type: DocumentType.default('OTHER'),
  description: z.string().max(2000, 'must have at most 2,000 characters').default(''),
})

/** Bytes for the fields of a multipart request, beside the file. */
const allowance = 64 * 1024

const tooLarge = (): ApiError => new ApiError('attachment.too-large', { limit: '100 MB' })

/** Lets these routes accept multipart requests. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: largestFile + 1, fields: 10, fieldSize: 16 * 1024, parts: 12 },
  })
}

/**
 * Reads one file and its fields, in any order. The file is streamed to the store. After an error the rest of the request is
 * read and dropped, since a client that is still sending reads no response.
 * @throws ApiError attachment.no-file, attachment.too-large, or input.invalid naming the field; FileHarmful, ScannerAway
 */
export async function readUpload(
  request: FastifyRequest,
  store: FileStore,
  scanner: Scanner,
): Promise<Omit<Upload, 'agentId'>> {
  if (!request.isMultipart()) throw new ApiError('attachment.no-file')
  if (Number(request.headers['content-length'] ?? 0) > largestFile + allowance) throw tooLarge()
  const { fields, files } = await readParts(request, store)
  try {
    const [first, second] = files
    if (first === undefined) throw new ApiError('attachment.no-file')
    if (second !== undefined) throw ApiError.field('file', 'must be one file')
    if (first.staged === null) throw tooLarge()
    const { document_type, description } = parsePart(Fields, fields, 'body')
    const mimeType = await sniff(first.staged.path, first.name)
    const kind = sendableAs(mimeType, first.staged.size)
    if ('problem' in kind) throw ApiError.field('file', `cannot be sent: ${kind.problem}`)
    await refuseHarmful(scanner, first.staged.path)
    const file = await keepFile(store, first.staged, mimeType)
    return { name: first.name, file, documentType: document_type, description }
  } finally {
    // A kept file has left the staging directory, so this discards only rejected ones.
    for (const { staged } of files) if (staged !== null) await store.discard(staged)
  }
}

/** A received file; `staged` is null if it was too large. */
interface Sent {
  readonly name: string
  readonly staged: Staged | null
}

async function readParts(request: FastifyRequest, store: FileStore) {
  const fields: Record<string, unknown> = {}
  const files: Sent[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      // A second file is accepted only to reject the request.
      else if (part.fieldname === 'file' && files.length < 2) files.push(await stagePart(store, part))
      else part.file.resume()
    }
    return { fields, files }
  } catch (error) {
    for (const { staged } of files) if (staged !== null) await store.discard(staged)
    throw brokeOff(request, error) ? ApiError.field('file', 'broke off on its way') : error
  }
}

async function stagePart(store: FileStore, part: MultipartFile): Promise<Sent> {
  // Browsers write a quote in a name as %22.
  const name = cleanName((part.filename ?? '').replaceAll('%22', '"'))
  try {
    return { name, staged: await store.stage(part.file, largestFile) }
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
    part.file.resume()
    return { name, staged: null }
  }
}

/**
 * The client disconnected or sent an incomplete multipart body. The parser's errors have no class and no code; it calls a
 * boundary a needle.
 */
const brokeOff = (request: FastifyRequest, error: unknown): boolean =>
  request.raw.readableAborted ||
  (error instanceof Error && !('code' in error) && /multipart|part header|needle/i.test(error.message))

export interface Upload {
  readonly agentId: number
  readonly name: string
  readonly documentType: Attachment['document_type']
  readonly description: string
  readonly file: StoredFile
}

/** Records an agent's upload. Other agents see it once a message holds it. @throws FileGone */
export const recordUpload = (writer: Writer, store: FileStore, upload: Upload): Promise<AttachmentRow> =>
  write(writer, async context => {
    const { tx } = context
    await holdFile(tx, store, upload.file.key)
    return tx
      .insertInto('attachments')
      .values({
        ...fileFacts(upload.file),
        uploaded_by: upload.agentId,
        name: upload.name,
        document_type: upload.documentType,
        description: upload.description,
        created_at: context.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
