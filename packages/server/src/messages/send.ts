import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { bareType, sendableAs, sendingOf } from '@parley/core/attachments/rules'
import { notOfThisChannel, takes } from '@parley/core/channel/rules'
import { Refusal } from '@parley/core/errors'
import type { MessageMetadata } from '@parley/core/messages/api'
import { askProblems } from '@parley/core/messages/ask-rules'
import type { Ask, SentCard } from '@parley/core/messages/asks'
import type { MessageDetails } from '@parley/core/messages/details'
import type { DraftStep } from '@parley/core/messages/drafts'
import { isTakenOver } from '@parley/core/messages/outbox'
import { maxCaptionLength, takesCaption } from '@parley/core/messages/rules'
import type { ChosenTemplate } from '@parley/core/templates/api'
import { lengthOf } from '@parley/core/text/length'
import { lockAgent } from '../agents/queries.ts'
import { readyAttachment } from '../attachments/queries.ts'
import type { VoiceNote } from '../attachments/voice-note.ts'
import { record } from '../audit/record.ts'
import { type CannedUse, countUse } from '../canned-replies/count-use.ts'
import { lockConversation, type LockedConversation, refuseArchived } from '../conversations/lock.ts'
import { channelOf } from '../conversations/reach.ts'
import { takenBy } from '../conversations/taken-by.ts'
import { silenceBot } from '../conversations/with-bot.ts'
import { madeBefore, madeNow } from '../db/once.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import type { Sight } from '../sight/queries.ts'
import { type FilledIn, fillIn } from '../templates/fill-in.ts'
import { askDetails, cardDetails } from './ask.ts'
import { endSentDraft } from './drafts/end-sent.ts'
import { issueFor, noteAttached } from './issue.ts'
import { noteMessage } from './newest.ts'
import { answersSince } from './queries.ts'
import { queuedNow } from './queued.ts'
import { quotedBy } from './quotes.ts'
import { inboundNoUpTo, raiseMark } from './raise-mark.ts'
import { refuseUnlessOpen } from './refuse-unless-open.ts'

/**
 * Makes a locked conversation that nobody has the agent's who answers in it, and who was locked before it. Answers whether it
 * did.
 */
export type TakeByReply = (
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  agent: Awaited<ReturnType<typeof lockAgent>>,
  now: Date,
) => Promise<boolean>

/** What an agent wants to send. */
export interface Outbound {
  readonly conversationId: number
  readonly agentId: number
  /** What bounds which files they may send. */
  readonly sight: Sight
  /** The address of the network they call from; null: at the server itself. */
  readonly address: string | null
  readonly content: string
  readonly documentId: string | null
  /** What the bytes of the document are, which is to be played as a voice note; null: it goes as any file. */
  readonly voice: VoiceNote | 'unfit' | null
  /** In place of text and document. */
  readonly template: ChosenTemplate | null
  /** What the customer may press below the text. */
  readonly ask: Ask | null
  /** A card in place of text and document. */
  readonly card: SentCard | null
  /** How its writer takes the conversation with it; null: they do not. */
  readonly take: TakeByReply | null
  /** How long it is held, so that its writer can take it back; a template is not. */
  readonly holdMs: number
  /** One click is one message; null where the caller has no id of its own. */
  readonly clientMessageId: string | null
  readonly metadata: z.output<typeof MessageMetadata> | null
  /** What the content was made of; null: nothing that is counted. */
  readonly canned: CannedUse | null
  /** The draft that it was until now; null: none of which the server is to hear. */
  readonly draft: DraftStep | null
  /** Who had the conversation as far as the agent knew, null for nobody, where a third one's forbids this one; else undefined. */
  readonly believedOwnerId: string | null | undefined
  /** The greatest id of the messages that the agent had seen, where answers by others since then forbid this one; else null. */
  readonly guardAfter: number | null
  /** The greatest id of the messages that the agent had seen when they wrote; null: they do not say. */
  readonly seenId: number | null
  /** The issue of this conversation that it is attached to. */
  readonly issueId: string | null
  /** The message of this conversation that it answers. */
  readonly quotedId: string | null
  /** Ids of other customers' files that the agent has confirmed may go to this one. */
  readonly confirmedAttachments: readonly string[]
}

interface SendableDocument {
  readonly id: number
  readonly kind: string
  readonly mimeType: string
  /** It is another customer's until now, and the agent has confirmed that it goes. */
  readonly isShared: boolean
}

/**
 * Accepts a message: stored as queued, delivered soon. The same client id with the same content answers the first
 * message again, before any guard. What the agent saw when they wrote is seen, and a conversation that nobody has may be
 * theirs with it. Answers the message's id.
 * @throws Refusal agent.not-found, conversation.not-found, conversation.archived, assignment.taken, message.window-closed, message.unreachable,
 *   template.not-found, template.not-sendable, message.same-client-id, message.answered-since, attachment.not-found, attachment.of-another-customer, input.invalid
 */
export const send = (writer: Writer, outbound: Outbound): Promise<number> =>
  write(writer, async (tx, emit) => {
    const taker = outbound.take === null ? null : await lockAgent(tx, outbound.agentId)
    const conversation = await lockConversation(tx, outbound.conversationId)
    const earlier = await madeBefore(clickOf(tx, outbound))
    if (earlier !== null) return earlier.id
    refuseArchived(conversation)
    await refuseIfTakenOver(tx, conversation, outbound)
    const now = writer.now()
    refuseUntaken(conversation, outbound)
    refuseUnlessOpen(conversation, now, outbound.template !== null)
    const issueId = await issueFor(tx, conversation.id, outbound.issueId)
    const quotedId = await quotedBy(tx, conversation.id, outbound.quotedId)
    const template = await filledTemplate(tx, outbound)
    const said = saidBeyondWords(outbound, template)
    const document =
      template !== null
        ? await headerFile(tx, conversation, outbound, template)
        : said !== null
          ? null
          : await sendableDocument(tx, conversation, outbound)
    const voice = voiceOf(outbound, document)
    await refuseIfAnswered(tx, outbound)
    const inserted = await tx
      .insertInto('messages')
      .values({
        conversation_id: conversation.id,
        direction: 'OUTBOUND',
        source: 'AGENT',
        message_type: said?.type ?? document?.kind ?? 'text',
        content: said?.content ?? outbound.content,
        details: detailsOf(said?.details ?? null, voice),
        agent_id: outbound.agentId,
        at: now,
        arrived_at: now,
        client_message_id: outbound.clientMessageId,
        ...queuedNow(conversation.id, now, outbound.template === null ? outbound.holdMs : 0),
        issue_id: issueId,
        quoted_id: quotedId,
        metadata: outbound.metadata === null ? null : JSON.stringify(outbound.metadata),
        ...endedWait(conversation, now),
      })
      // The lock is on this conversation; the same client id may be on its way into another.
      .onConflict(conflict => conflict.columns(['agent_id', 'client_message_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id } = madeNow(inserted, sameClientId)
    if (document !== null) {
      await tx
        .insertInto('message_attachments')
        .values({ message_id: id, attachment_id: document.id, position: 0 })
        .execute()
      if (document.isShared) {
        const shared = { action: 'attachment.shared', noun: 'attachment', objectId: document.id } as const
        const after = { message_id: String(id), conversation_id: String(conversation.id) }
        await record(tx, outbound, { ...shared, after }, now)
      }
    }
    if (outbound.canned !== null) await countUse(tx, outbound.agentId, outbound.canned)
    if (outbound.draft !== null) await endSentDraft(tx, emit, outbound, outbound.draft, now)
    if (issueId !== null) await noteAttached(tx, emit, issueId, now)
    const isTaken = taker !== null && (await outbound.take?.(tx, emit, conversation, taker, now)) === true
    const silenced = conversation.with_bot && !isTaken ? await silenceBot(tx, emit, conversation) : {}
    await noteMessage(tx, conversation.id, id, now, {
      human_wait_started_at: null,
      last_reply_id: id,
      ...silenced,
    })
    if (outbound.seenId !== null) {
      const seenNo = await inboundNoUpTo(tx, conversation.id, outbound.seenId)
      await raiseMark(tx, emit, { agentId: outbound.agentId, conversation, seenNo }, now)
    }
    emit({ noun: 'message', id, kind: 'created' })
    emit({ noun: 'conversation', id: conversation.id, kind: 'changed' })
    return id
  })

/**
 * An agent's message ends the customer's wait; its response time is counted from the wait's start. In a resolved
 * conversation nobody waits.
 */
export const endedWait = (conversation: LockedConversation, now: Date) => {
  const started = conversation.status === 'RESOLVED' ? null : conversation.human_wait_started_at
  if (started === null) return { response_time_seconds: null, wait_started_at: null }
  const seconds = Math.round((now.getTime() - started.getTime()) / 1000)
  return { response_time_seconds: Math.max(0, seconds), wait_started_at: started }
}

const extras = ['template', 'ask', 'card', 'voice'] as const

/** @throws Refusal input.invalid, for what the conversation's channel has no such thing for */
function refuseUntaken(conversation: LockedConversation, outbound: Outbound): void {
  const channel = channelOf(conversation)
  const untaken = extras.find(extra => outbound[extra] !== null && !takes(channel, extra))
  if (untaken !== undefined) throw Refusal.field(untaken, notOfThisChannel)
}

const sameClientId = () => new Refusal('message.same-client-id')

const clickOf = (tx: Tx, outbound: Outbound) => ({
  clientId: outbound.clientMessageId,
  find: (clientId: string) =>
    tx
      .selectFrom('messages')
      .leftJoin('message_attachments', 'message_attachments.message_id', 'messages.id')
      .select([
        'messages.id',
        'messages.conversation_id',
        'messages.content',
        'messages.details',
        'messages.quoted_id',
        'message_attachments.attachment_id',
      ])
      .where('messages.agent_id', '=', outbound.agentId)
      .where('messages.client_message_id', '=', clientId)
      .executeTakeFirst(),
  isSame: (made: {
    conversation_id: number
    content: string
    details: unknown
    quoted_id: number | null
    attachment_id: number | null
  }) =>
    made.conversation_id === outbound.conversationId &&
    isSameContent(made, outbound) &&
    made.quoted_id === (outbound.quotedId === null ? null : idOf(outbound.quotedId)) &&
    made.attachment_id ===
      idOrNull(outbound.template === null ? outbound.documentId : outbound.template.document_id),
  refusal: sameClientId,
})

const idOrNull = (id: string | null | undefined) => (id === null || id === undefined ? null : idOf(id))

/** What WhatsApp makes of a template may be worded otherwise by now; what was put into it is what was asked for. */
function isSameContent(
  made: { content: string; details: unknown },
  { content, template, ask, card, voice }: Outbound,
): boolean {
  const details = (made.details ?? {}) as Partial<MessageDetails>
  const sentCard = card === null ? undefined : cardDetails(card).details.contacts
  if (!isDeepStrictEqual(details.contacts, sentCard)) return false
  if (card !== null) return true
  if (!isDeepStrictEqual(details.ask, ask === null ? undefined : askDetails(ask).ask)) return false
  if ((details.voice === undefined) !== (voice === null)) return false
  const sent = details.template
  if (template === null || sent === undefined)
    return (
      template === null && sent === undefined && made.content === (ask === null ? content : content.trim())
    )
  return (
    sent.name === template.name &&
    sent.language === template.language &&
    Object.entries(sent.values).every(([key, value]) => template.values[key] === value)
  )
}

/** What the row says beyond its words, of what kind it is then, and its words; null: nothing. */
function saidBeyondWords(
  { ask, card, content, documentId }: Outbound,
  template: FilledIn | null,
): { readonly type: string; readonly content: string; readonly details: MessageDetails } | null {
  if (template !== null) {
    return { type: 'template', content: template.details.body, details: { template: template.details } }
  }
  if (card !== null) {
    if (content !== '' || documentId !== null || ask !== null)
      throw Refusal.field('card', 'goes alone, without content, document_id and ask')
    return cardDetails(card)
  }
  if (ask === null) return null
  if (documentId !== null) throw Refusal.field('ask', 'goes without document_id')
  return { type: 'interactive', content: content.trim(), details: askFor(ask, content) }
}

/** @throws Refusal input.invalid, where WhatsApp would not take it */
function askFor(ask: Ask, content: string): MessageDetails {
  const [wrong] = Object.entries(askProblems(ask, content))
  if (wrong === undefined) return askDetails(ask)
  throw Refusal.field(wrong[0] === 'content' ? 'content' : `ask.${wrong[0]}`, wrong[1])
}

async function filledTemplate(tx: Tx, outbound: Outbound): Promise<FilledIn | null> {
  const { template, content, documentId, conversationId } = outbound
  if (template === null) return null
  const others = [documentId, outbound.ask, outbound.card, outbound.voice]
  if (content !== '' || others.some(other => other !== null)) {
    throw Refusal.field('template', 'goes alone, without content, document_id, ask, card and voice')
  }
  return fillIn(tx, conversationId, template)
}

const fileNames = { image: 'a picture (JPEG or PNG)', video: 'a video (MP4)', document: 'a PDF' } as const

/** The file of a template's header, of the kind that it takes. */
async function headerFile(
  tx: Tx,
  conversation: LockedConversation,
  outbound: Outbound,
  { file: kind }: FilledIn,
): Promise<SendableDocument | null> {
  const documentId = outbound.template?.document_id ?? null
  if (kind === null && documentId === null) return null
  if (kind === null) throw Refusal.field('template.document_id', 'does not go with this template')
  const wanted = `needs ${fileNames[kind]}`
  if (documentId === null) throw Refusal.field('template.document_id', wanted)
  const document = await sendableDocument(tx, conversation, { ...outbound, documentId })
  const fits =
    document?.kind === kind && (kind !== 'document' || bareType(document.mimeType) === 'application/pdf')
  if (!fits) throw Refusal.field('template.document_id', wanted)
  return document
}

/** @throws Refusal where the document cannot be played as a voice note */
function voiceOf({ voice }: Outbound, document: SendableDocument | null): VoiceNote | null {
  if (voice === null) return null
  if (document === null) throw Refusal.field('voice', 'goes with a document')
  if (document.kind !== 'audio') throw Refusal.field('voice', 'needs a recording of at most 16 MB')
  if (voice === 'unfit') throw Refusal.field('voice', 'needs a recording in Ogg with Opus and one channel')
  return voice
}

/** A voice note says nothing beyond that. */
const detailsOf = (said: MessageDetails | null, voice: VoiceNote | null): string | null => {
  const details: MessageDetails | null = voice === null ? said : { voice }
  return details === null ? null : JSON.stringify(details)
}

/** The conversation must be locked: who takes it over meanwhile waits, or was first. */
async function refuseIfTakenOver(
  tx: Tx,
  { assignee_id: ownerId }: LockedConversation,
  { agentId, believedOwnerId }: Outbound,
): Promise<void> {
  if (believedOwnerId === undefined || ownerId === null) return
  if (!isTakenOver(String(ownerId), String(agentId), believedOwnerId)) return
  throw await takenBy(tx, ownerId)
}

/** The conversation must be locked: of two who answer at once the second is judged by what the first one wrote. */
async function refuseIfAnswered(tx: Tx, outbound: Outbound): Promise<void> {
  const { conversationId, agentId, guardAfter } = outbound
  if (guardAfter === null) return
  const since = { messageId: guardAfter, exceptAgentId: agentId }
  const messages = await answersSince(tx, conversationId, since)
  const newest = messages.at(-1)
  if (newest === undefined) return
  const name = newest.sender_name ?? 'The system'
  throw new Refusal('message.answered-since', { name }, undefined, { messages })
}

async function sendableDocument(
  tx: Tx,
  { customer_id: customerId }: LockedConversation,
  { content, documentId, agentId, sight, confirmedAttachments }: Outbound,
): Promise<SendableDocument | null> {
  if (documentId === null) {
    if (content.trim() === '') throw Refusal.field('content', 'is missing: send text, a document, or both')
    return null
  }
  const id = idOf(documentId)
  const file = id === null ? undefined : await readyAttachment(tx, id, { agentId, sight, customerId })
  const sending = file === undefined ? 'unknown' : sendingOf(file)
  if (file === undefined || sending === 'unknown')
    throw new Refusal('attachment.not-found', { id: documentId })
  if (sending === 'to-confirm' && !confirmedAttachments.includes(documentId)) {
    throw new Refusal('attachment.of-another-customer')
  }
  const kind = sendableAs(file.mime_type, file.size ?? 0)
  if ('problem' in kind) throw Refusal.field('document_id', kind.problem)
  if (content !== '' && !takesCaption(file.mime_type, content)) {
    throw Refusal.field(
      'content',
      lengthOf(content) > maxCaptionLength
        ? `is longer than a caption's ${maxCaptionLength} characters: send the text first, then the document`
        : 'cannot go with an audio file: send the text first, then the document',
    )
  }
  return { id: file.id, kind: kind.kind, mimeType: file.mime_type, isShared: sending === 'to-confirm' }
}
