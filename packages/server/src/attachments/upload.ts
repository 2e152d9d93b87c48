import multipart, { type MultipartFile } from '@fastify/multipart'
import { DocumentType } from '@parley/core/attachments/api'
import { Refusal } from '@parley/core/errors'
import { sendableAs } from '@parley/core/attachments/rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { parsePart } from '../http/validate.ts'
import { cleanName } from './file-name.ts'
import type { Upload } from './record-upload.ts'
import { refuseHarmful, type Scanner } from './scanner.ts'
import { sniff } from './sniff.ts'
import { type FileStore, FileTooLarge, type Staged } from './store.ts'
import { keepFile, largestFile } from './stored-file.ts'

const Fields = z.object({
  document_type: DocumentType.default('OTHER'),
  description: z.string().max(2000, 'must have at most 2,000 characters').default(''),
})

/** What a multipart request may hold beside the file: its two fields, and a little room for clients that send more. */
const allowance = 64 * 1024

const tooLarge = (): Refusal => new Refusal('attachment.too-large', { limit: '100 MB' })

/** Lets these routes take multipart requests. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: largestFile + 1, fields: 10, fieldSize: 16 * 1024, parts: 12 },
  })
}

/**
 * Reads one file and its fields, in any order, as they come: the file goes to the store without passing through memory.
 * After a refusal the rest of the request is read and dropped, since a client that is still sending hears no answer.
 * @throws Refusal attachment.no-file, attachment.too-large, or input.invalid naming the field; FileHarmful, ScannerAway
 */
export async function readUpload(
  request: FastifyRequest,
  store: FileStore,
  scanner: Scanner,
): Promise<Omit<Upload, 'agentId'>> {
  if (!request.isMultipart()) throw new Refusal('attachment.no-file')
  if (Number(request.headers['content-length'] ?? 0) > largestFile + allowance) throw tooLarge()
  const { fields, files } = await readParts(request, store)
  try {
    const [first, second] = files
    if (first === undefined) throw new Refusal('attachment.no-file')
    if (second !== undefined) throw Refusal.field('file', 'must be one file')
    if (first.staged === null) throw tooLarge()
    const { document_type, description } = parsePart(Fields, fields, 'body')
    const mimeType = await sniff(first.staged.path, first.name)
    const kind = sendableAs(mimeType, first.staged.size)
    if ('problem' in kind) throw Refusal.field('file', `cannot be sent: ${kind.problem}`)
    await refuseHarmful(scanner, first.staged.path)
    const file = await keepFile(store, first.staged, mimeType)
    return { name: first.name, file, documentType: document_type, description }
  } finally {
    // A kept file has left its staging place, so this finds only what was refused.
    for (const { staged } of files) if (staged !== null) await store.discard(staged)
  }
}

/** A file as it came; `staged` is null for one that was too large. */
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
      // A second one is taken only to be refused.
      else if (part.fieldname === 'file' && files.length < 2) files.push(await stagePart(store, part))
      else part.file.resume()
    }
    return { fields, files }
  } catch (error) {
    for (const { staged } of files) if (staged !== null) await store.discard(staged)
    throw brokeOff(request, error) ? Refusal.field('file', 'broke off on its way') : error
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
 * The sender went away or sent no whole multipart body; the parser's errors have no class and no code. It calls a boundary
 * a needle, of at most 256 letters.
 */
const brokeOff = (request: FastifyRequest, error: unknown): boolean =>
  request.raw.readableAborted ||
  (error instanceof Error && !('code' in error) && /multipart|part header|needle/i.test(error.message))
