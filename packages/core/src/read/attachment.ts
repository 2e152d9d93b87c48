import type { AttachmentEntity } from '../entities/attachment.ts'
import { documentTypes } from '../words/attachments.ts'
import { type Fields, fieldsOf, firstText, listOf, numberOf, textOf, wordOf } from './value.ts'

/** Reads one attachment in any of the spellings providers use; a bare URL counts too. Never throws. */
export function readAttachment(raw: unknown): AttachmentEntity {
  const url = textOf(raw)
  const fields: Fields = url === null ? fieldsOf(raw) : { url }
  const state = wordOf(fields['state'], ['pending', 'ready', 'failed'] as const)
  const size = numberOf(fields['size'])
  return {
    id: firstText(fields, 'id', 'document_id'),
    document_id: firstText(fields, 'document_id', 'id'),
    name: firstText(fields, 'name', 'file_name') ?? 'File',
    type: firstText(fields, 'mime_type', 'content_type', 'type') ?? 'application/octet-stream',
    size: size !== null && size >= 0 ? size : null,
    url: textOf(fields['url']),
    download_url: textOf(fields['download_url']),
    preview_url: textOf(fields['preview_url']),
    thumbnail_url: textOf(fields['thumbnail_url']),
    file_path: textOf(fields['file_path']),
    document_type: wordOf(fields['document_type'], documentTypes) ?? 'OTHER',
    state: state ?? 'ready',
    failure: textOf(fields['failure']),
    width: numberOf(fields['width']),
    height: numberOf(fields['height']),
  }
}

/** A message's files, whichever of the three names the provider uses. */
export const readAttachments = (message: Fields): readonly AttachmentEntity[] => {
  const found = ['attachments', 'documents', 'media_urls']
    .map(name => listOf(message[name]))
    .find(list => list.length > 0)
  return (found ?? []).map(readAttachment)
}
