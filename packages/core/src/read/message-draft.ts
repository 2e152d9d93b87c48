import { MessageDraft, type MessageDraftEntity, MessageDrafts } from '../messages/drafts-api.ts'
import './entities.ts'
import { tolerant } from './tolerant.ts'

const readFields = tolerant(MessageDraft)
const readAnswer = tolerant(MessageDrafts)

/** An ended draft has only its version. */
const withoutRest = (draft: MessageDraftEntity): MessageDraftEntity =>
  draft.text === '' && draft.quoted === null ? endedDraft(draft.conversation_id, draft.version) : draft

/** Reads one draft. Never throws. */
export const readMessageDraft = (raw: unknown): MessageDraftEntity => withoutRest(readFields(raw))

export const endedDraft = (conversation_id: string, version: number): MessageDraftEntity => ({
  conversation_id,
  version,
  text: '',
  quoted: null,
  page_id: '',
  updated_at: new Date(0).toISOString(),
})

/** The drafts of a response, ended ones too; those without a conversation are left out. */
export function readMessageDrafts(raw: unknown): readonly MessageDraftEntity[] {
  const { drafts, ended } = readAnswer(raw)
  return [
    ...drafts.map(withoutRest),
    ...Object.entries(ended).map(([id, version]) => endedDraft(id, version)),
  ].filter(({ conversation_id }) => conversation_id !== '')
}
