import type { documentTypes } from '../words/attachments.ts'

/** A file of a message as the console holds it (DATA-11). */
export interface AttachmentEntity {
  readonly id: string | null
  readonly document_id: string | null
  readonly name: string
  readonly type: string
  /** Bytes; null when unknown. */
  readonly size: number | null
  readonly url: string | null
  readonly download_url: string | null
  readonly preview_url: string | null
  readonly thumbnail_url: string | null
  readonly file_path: string | null
  readonly document_type: (typeof documentTypes)[number]
  readonly state: 'pending' | 'ready' | 'failed'
  readonly failure: string | null
  readonly width: number | null
  readonly height: number | null
}
