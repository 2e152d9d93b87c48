import * as z from 'zod'
import { documentTypes } from './constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AttachmentId, PathId } from '../ids.ts'

export const DocumentType = z.enum(documentTypes)
export type DocumentType = z.output<typeof DocumentType>

/**
 * pending: still being fetched from WhatsApp; after a failed attempt `failure` says why it is delayed. failed: it could not be
 * fetched; `failure` says why.
 */
const AttachmentState = z.enum(['pending', 'ready', 'failed'])

/** URLs are stable paths on this origin, so that <img> and new tabs work through the attachment cookie. */
export const Attachment = z.object({
  name: orElse(z.string(), 'File'),
  id: AttachmentId,
  document_id: AttachmentId,
  mime_type: orElse(z.string(), 'application/octet-stream'),
  /** Bytes; null until known. */
  size: z.int().min(0).nullable(),
  document_type: DocumentType,
  state: orElse(AttachmentState, 'ready'),
  failure: z.string().nullable(),
  file_path: z.string(),
  download_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** Pixels of a picture, so that its place is reserved before it loads. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Attachment = z.output<typeof Attachment>
export type AttachmentEntity = Plain<Attachment>

const file = (path: `/${string}`, summary: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access: 'attachment',
    policy: 'desk',
    params: PathId,
    reply: 'file',
    problems: ['attachment.not-found'],
  }) as const

export const attachmentCalls = declare({
  uploadDocument: {
    method: 'POST',
    path: '/attachments/documents/upload',
    summary: 'Upload one file (multipart: file, document_type, description)',
    policy: 'desk',
    spends: 'upload',
    encoding: 'multipart',
    reply: Attachment,
    problems: ['attachment.too-large', 'attachment.no-file', 'attachment.harmful', 'attachment.unscanned'],
  },
  downloadDocument: file('/attachments/documents/:id/download', 'The file, with range requests'),
  previewDocument: file('/attachments/documents/:id/preview', 'The picture at full size'),
  thumbnailDocument: file('/attachments/documents/:id/thumbnail', 'The picture, at most 640 px wide'),
})
