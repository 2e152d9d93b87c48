import type { MessageStatus } from '../api/messages.ts'
import { characters, lengthOf } from '../words/length.ts'
import { maxTextLength } from '../words/messages.ts'

/** A caption under a picture or document; longer text goes as a message of its own. */
export const maxCaptionLength = 1024

/** The counter shows when this many characters or fewer are left. */
const counterFrom = 200

/** Kinds that take no caption at WhatsApp. */
const captionless = (mimeType: string): boolean => mimeType.startsWith('audio/')

export interface PendingFile {
  readonly document_id: string | null
  readonly mime_type: string
}

/** Sending needs text that is not blank, or a file; and every file needs its document id. */
export const canSend = (text: string, files: readonly PendingFile[]): boolean =>
  lengthOf(text) <= maxTextLength &&
  (text.trim() !== '' || files.length > 0) &&
  files.every(file => file.document_id !== null)

/** Why text may not be sent: one sentence, or null. */
export function textProblem(text: string): string | null {
  const length = lengthOf(text)
  return length > maxTextLength
    ? `A message has at most ${maxTextLength} characters; this has ${length}. Shorten it or send two messages.`
    : null
}

/** Whether a file can carry this text as its caption. */
export const takesCaption = (mimeType: string, text: string): boolean =>
  !captionless(mimeType) && lengthOf(text) <= maxCaptionLength

/**
 * What to know of a text's length, the first file given by its type (null: none): the characters left, once these are few;
 * that it is too long for a message; or that it goes before its file, since no caption is that long.
 */
export function lengthNote(length: number, firstFile: string | null): string | null {
  const left = maxTextLength - length
  if (left < 0) return `${characters(-left)} too many`
  if (firstFile !== null && length > 0 && captionless(firstFile)) return 'Goes before the recording'
  const captionLeft = maxCaptionLength - length
  if (firstFile !== null && captionLeft < 0) return 'Too long for a caption: goes before the file'
  if (firstFile !== null && captionLeft <= counterFrom)
    return `${characters(captionLeft)} left in the caption`
  return left <= counterFrom ? `${characters(left)} left` : null
}

export interface SendPart {
  readonly content: string
  readonly document_id: string | null
}

/**
 * What one press of Send becomes: one send for each file, the text with the first. Text that the first file cannot carry
 * as a caption goes before it as a message of its own.
 */
export function sendParts(text: string, files: readonly PendingFile[]): readonly SendPart[] {
  const content = text.trim() === '' ? '' : text
  const [first, ...rest] = files
  if (first === undefined) return content === '' ? [] : [{ content, document_id: null }]
  const others = rest.map(file => ({ content: '', document_id: file.document_id }))
  if (content === '' || takesCaption(first.mime_type, content)) {
    return [{ content, document_id: first.document_id }, ...others]
  }
  return [{ content, document_id: null }, { content: '', document_id: first.document_id }, ...others]
}

/** Only what failed, or whose fate is not known, is tried again; and only when a person says so. */
export const canRetry = (status: MessageStatus): boolean => status === 'failed' || status === 'unknown'
