import multipart, { type MultipartFile } from '@fastify/multipart'
import { DocumentType } from '@parley/core/api/attachments'
import { Refusal } from '@parley/core/errors'
import { mediaKindFor } from '@parley/whatsapp/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { parsePart } from '../http/validate.ts'
import type { Upload } from './actions.ts'
import { cleanName } from './file-name.ts'
import { type FileStore, FileTooLarge } from './store.ts'
import { largestFile, type StoredFile, storeFile } from './stored-file.ts'

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
    limits: { fileSize: largestFile + 1, files: 1, fields: 10, fieldSize: 16 * 1024, parts: 12 },
  })
}

/**
 * Reads one file and its fields, in any order, as they come: the file goes to the store without passing through memory.
 * After a refusal the rest of the request is read and dropped, since a client that is still sending hears no answer.
 * @throws Refusal attachment.no-file, attachment.too-large, or input.invalid naming the field
 */
export async function readUpload(request: FastifyRequest, store: FileStore): Promise<Omit<Upload, 'agentId'>> {
  if (!request.isMultipart()) throw new Refusal('attachment.no-file')
  if (Number(request.headers['content-length'] ?? 0) > largestFile + allowance) throw tooLarge()
  const fields: Record<string, unknown> = {}
  let file: Promise<{ name: string; file: StoredFile } | Refusal> | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname === 'file') file = storePart(store, part)
    else part.file.resume()
    if (file !== null) await file
  }
  if (file === null) throw new Refusal('attachment.no-file')
  const stored = await file
  if (stored instanceof Refusal) throw stored
  const { document_type, description } = parsePart(Fields, fields, 'body')
  return { ...stored, documentType: document_type, description }
}

async function storePart(
  store: FileStore,
  part: MultipartFile,
): Promise<{ name: string; file: StoredFile } | Refusal> {
  const name = cleanName(part.filename ?? '')
  try {
    const file = await storeFile(store, part.file, name, ({ size, mimeType }) => {
      const kind = mediaKindFor(mimeType, size)
      if ('problem' in kind) throw Refusal.field('file', `cannot be sent: ${kind.problem}`)
    })
    return { name, file }
  } catch (error) {
    part.file.resume()
    if (error instanceof FileTooLarge) return tooLarge()
    if (error instanceof Refusal) return error
    throw error
  }
}
