import type { MessageDraftEntity } from '../entities/message-draft.ts'
import { readQuoted } from './message.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf } from './value.ts'

const epoch = new Date(0).toISOString()

/** Reads one draft. Never throws; what is missing reads as empty, and of one that has ended the version is all there is. */
export function readMessageDraft(raw: unknown): MessageDraftEntity {
  const fields = fieldsOf(raw)
  const conversation_id = textOf(fields['conversation_id']) ?? ''
  const version = numberOf(fields['version']) ?? 0
  const text = textOf(fields['text']) ?? ''
  const quoted = readQuoted(fields['quoted'])
  if (text === '' && quoted === null) return endedDraft(conversation_id, version)
  return {
    conversation_id,
    version,
    text,
    quoted,
    page_id: textOf(fields['page_id']) ?? '',
    updated_at: timeOf(fields['updated_at']) ?? epoch,
  }
}

/** An ended draft, of which its version alone is said. */
export const endedDraft = (conversation_id: string, version: number): MessageDraftEntity => ({
  conversation_id,
  version,
  text: '',
  quoted: null,
  page_id: '',
  updated_at: epoch,
})

/** The drafts of an answer, those that have ended too; entries without a conversation are left out. */
export function readMessageDrafts(raw: unknown): readonly MessageDraftEntity[] {
  const fields = fieldsOf(raw)
  const ended = Object.entries(fieldsOf(fields['ended'])).map(([id, version]) =>
    endedDraft(id, numberOf(version) ?? 0),
  )
  return [...listOf(fields['drafts']).map(readMessageDraft), ...ended].filter(
    draft => draft.conversation_id !== '',
  )
}
