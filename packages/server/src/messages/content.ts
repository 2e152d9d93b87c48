import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { bareType, sendableAs, sendingOf } from '@parley/core/attachments/rules'
import { ApiError } from '@parley/core/errors'
import type { SendBody } from '@parley/core/messages/api'
import {
  askProblems,
  cardContact,
  cardProblems,
  cardWords,
  trimmedAsk,
} from '@parley/core/messages/ask-rules'
import type { SentCard } from '@parley/core/messages/asks'
import type { MessageDetails } from '@parley/core/messages/details'
import { maxCaptionLength, takesCaption } from '@parley/core/messages/rules'
import { lengthOf } from '@parley/core/text/length'
import { readyAttachment } from '../attachments/queries.ts'
import type { VoiceNote } from '../attachments/voice-note.ts'
import type { Actor } from '../audit/record.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import type { Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import type { VisibilityScope } from '../visibility/queries.ts'
import { fillIn } from '../templates/queries.ts'

/** What an agent wants to send. */
export interface Outbound {
  readonly conversationId: number
  readonly by: Actor & { readonly agentId: number }
  /** Bounds the files that the agent may send. */
  readonly visibility: VisibilityScope
  /** The call's body; a call by query has only content and document_id. */
  readonly reply: Partial<z.output<typeof SendBody>>
  /** What the bytes of the document are, where it is to be played as a voice note; null: it goes as any file. */
  readonly voice: VoiceNote | 'unfit' | null
}

/** The columns of a message that hold what it says, and its file. */
interface Content {
  readonly type: string
  readonly text: string
  readonly details: MessageDetails | null
  readonly document: Document | null
}

interface Document {
  readonly id: number
  readonly kind: string
  readonly mimeType: string
  /** It is another customer's until now, and the agent has confirmed that it goes. */
  readonly isShared: boolean
}

/** @throws ApiError template.not-found, template.not-sendable, attachment.not-found, attachment.of-another-customer, input.invalid */
export async function contentOf(
  tx: Tx,
  conversation: LockedConversation,
  outbound: Outbound,
): Promise<Content> {
  const { reply, voice } = outbound
  const { template, card, ask, document_id: documentId, content: text = '' } = reply
  if (template !== undefined) return templateContent(tx, conversation, outbound, template)
  if (card !== undefined) {
    if (text !== '' || documentId !== undefined || ask !== undefined)
      throw ApiError.field('card', 'goes alone, without content, document_id and ask')
    const details = { contacts: [contactOf(card)] }
    return withVoice({ type: 'contacts', text: cardWords(card), details, document: null }, voice)
  }
  if (ask !== undefined) {
    if (documentId !== undefined) throw ApiError.field('ask', 'goes without document_id')
    refuseFirst(askProblems(ask, text), name => (name === 'content' ? name : `ask.${name}`))
    const details = { ask: trimmedAsk(ask) }
    return withVoice({ type: 'interactive', text: text.trim(), details, document: null }, voice)
  }
  const document = await documentOf(tx, conversation, outbound, documentId)
  return withVoice({ type: document?.kind ?? 'text', text, details: null, document }, voice)
}

function refuseFirst(problems: Readonly<Record<string, string>>, field: (name: string) => string): void {
  const [wrong] = Object.entries(problems)
  if (wrong !== undefined) throw ApiError.field(field(wrong[0]), wrong[1])
}

/** @throws ApiError input.invalid */
function contactOf(card: SentCard) {
  refuseFirst(cardProblems(card), name => `card.${name}`)
  return cardContact(card)
}

const fileNames = { image: 'a picture (JPEG or PNG)', video: 'a video (MP4)', document: 'a PDF' } as const

async function templateContent(
  tx: Tx,
  conversation: LockedConversation,
  outbound: Outbound,
  template: NonNullable<Outbound['reply']['template']>,
): Promise<Content> {
  const { content = '', document_id: file, ask, card, voice } = outbound.reply
  if (content !== '' || [file, ask, card, voice].some(other => other !== undefined))
    throw ApiError.field('template', 'goes alone, without content, document_id, ask, card and voice')
  const { details, file: kind } = await fillIn(tx, conversation.id, template)
  const said = { type: 'template', text: details.body, details: { template: details } }
  const refuse = (problem: string) => ApiError.field('template.document_id', problem)
  if (kind === null) {
    if (template.document_id !== undefined) throw refuse('does not go with this template')
    return { ...said, document: null }
  }
  const wanted = `needs ${fileNames[kind]}`
  if (template.document_id === undefined) throw refuse(wanted)
  const document = await documentOf(tx, conversation, outbound, template.document_id)
  const fits =
    document?.kind === kind && (kind !== 'document' || bareType(document.mimeType) === 'application/pdf')
  if (!fits) throw refuse(wanted)
  return { ...said, document }
}

/** A voice note has no other details. @throws ApiError where the document cannot be played as one */
function withVoice(content: Content, voice: Outbound['voice']): Content {
  if (voice === null) return content
  if (content.document === null) throw ApiError.field('voice', 'goes with a document')
  if (content.document.kind !== 'audio') throw ApiError.field('voice', 'needs a recording of at most 16 MB')
  if (voice === 'unfit') throw ApiError.field('voice', 'needs a recording in Ogg with Opus and one channel')
  return { ...content, details: { voice } }
}

async function documentOf(
  tx: Tx,
  { customer_id: customerId }: LockedConversation,
  { reply, by: { agentId }, visibility }: Outbound,
  documentId: string | undefined,
): Promise<Document | null> {
  const { content = '', confirmed_attachments: confirmed = [] } = reply
  if (documentId === undefined) {
    if (content.trim() === '') throw ApiError.field('content', 'is missing: send text, a document, or both')
    return null
  }
  const id = idOf(documentId)
  const file = id === null ? undefined : await readyAttachment(tx, id, { agentId, visibility, customerId })
  const sending = file === undefined ? 'unknown' : sendingOf(file)
  if (file === undefined || sending === 'unknown')
    throw new ApiError('attachment.not-found', { id: documentId })
  if (sending === 'to-confirm' && !confirmed.includes(documentId))
    throw new ApiError('attachment.of-another-customer')
  const kind = sendableAs(file.mime_type, file.size ?? 0)
  if ('problem' in kind) throw ApiError.field('document_id', kind.problem)
  if (content !== '' && !takesCaption(file.mime_type, content)) {
    throw ApiError.field(
      'content',
      lengthOf(content) > maxCaptionLength
        ? `is longer than a caption's ${maxCaptionLength} characters: send the text first, then the document`
        : 'cannot go with an audio file: send the text first, then the document',
    )
  }
  return { id: file.id, kind: kind.kind, mimeType: file.mime_type, isShared: sending === 'to-confirm' }
}

/** Whether a stored message says what a reply says. WhatsApp may have reworded a template since: its values decide. */
export function isSameContent(
  made: { readonly content: string; readonly details: unknown },
  { content = '', template, ask, card, voice }: Outbound['reply'],
): boolean {
  const details = (made.details ?? {}) as Partial<MessageDetails>
  if (!isDeepStrictEqual(details.contacts, card && [contactOf(card)])) return false
  if (card !== undefined) return true
  if (!isDeepStrictEqual(details.ask, ask && trimmedAsk(ask))) return false
  if ((details.voice === undefined) !== (voice === undefined)) return false
  const sent = details.template
  if (template === undefined || sent === undefined)
    return sent === template && made.content === (ask === undefined ? content : content.trim())
  return (
    sent.name === template.name &&
    sent.language === template.language &&
    Object.entries(sent.values).every(([key, value]) => template.values[key] === value)
  )
}
