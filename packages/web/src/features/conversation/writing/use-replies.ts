import { useQueryClient } from '@tanstack/react-query'
import type { MessageEntity } from '@parley/core/messages/api'
import { entriesOf, type OutboxEntry, type OutboxFile, seenMessageId } from '@parley/core/messages/outbox'
import { quotedBeside, quotedOf, sendParts } from '@parley/core/messages/rules'
import { useState } from 'react'
import type { Owner } from './use-owner.ts'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { newId } from '../../../client/client.ts'
import { analyse, refusedIntents } from '../../../data/intent/intent.ts'
import type { Taken } from '../../../data/messages/drafts.ts'
import { reactTo, retryMessage, takeBack } from '../../../data/messages/message-actions.ts'
import { useOutbox } from '../../../data/messages/outboxes.ts'
import { useIntentCheck } from '../../intent/intent-check.ts'
import { useComposer } from '../../messages/composer/use-composer.ts'
import { noteTyping } from '../../presence/use-viewing.ts'
import { useFreshness } from '../../../sync/freshness.ts'
import { useLatest } from '../../../ui/hooks/use-latest.ts'
import {
  askOfEntry,
  askOfMessage,
  templateOfEntry,
  templateOfMessage,
  useAskForm,
  useTemplatePicker,
} from './use-pickers.ts'
import type { Leaving } from '../along-the-queue.ts'

export type Replies = ReturnType<typeof useReplies>

/**
 * What the agent writes here: the box, the check before a message goes, what this device still holds of it, and what can
 * be done with that. `owner` is asked before anything goes; `leaving` is asked what a reply does besides, and hears of each
 * one that went into the outbox.
 */
export function useReplies(
  agentId: string,
  conversationId: string,
  messages: readonly MessageEntity[],
  issueId: string | null,
  owner: Owner,
  leaving: Leaving,
) {
  'use memo'
  const client = useQueryClient()
  const { outbox, entries } = useOutbox(agentId, conversationId, messages)
  const composer = useComposer(agentId, conversationId, entries.length > 0)
  const latest = useLatest(messages)
  const { behind } = useFreshness()
  const { check, state } = useIntentCheck<Taken>({
    text: composer.written,
    setText: composer.setText,
    take: composer.take,
    giveBack: composer.giveBack,
    seen: () => seenMessageId(messages),
    refused: refusedIntents(conversationId),
    canAnalyse: () => !behind,
    analyse: (text, signal) => analyse(conversationId, text, signal),
    send: ({ text, files, quoted = null, canned = null }, metadata, seen) => {
      const draft = composer.server.nextStep()
      const resolves = leaving.resolves()
      const written = { metadata, seenMessageId: seen, issueId, quoted, canned, draft, resolves }
      void outbox.add(entriesOf(sendParts(text, files), files, written, new Date(), newId))
      composer.letGo()
      leaving.sent()
    },
  })
  const templates = useTemplatePicker(outbox, latest, issueId, owner)
  const { open: openTemplates } = templates
  const asks = useAskForm(outbox, latest, issueId, owner, composer)
  const { reopen: reopenAsk } = asks
  const { focus, draft } = composer
  const putBack = edits(check, composer.putBack)
  const quote = edits(check, composer.quote)
  const setText = edits(check, composer.setText)
  const insertCanned = edits(check, composer.insertCanned)
  const checked = {
    ...composer,
    setText: (text: string) => {
      noteTyping(text)
      setText(text)
    },
    add: edits(check, composer.add),
    addRecording: edits(check, composer.addRecording),
    remove: edits(check, composer.remove),
    clear: edits(check, composer.clear),
    putBack,
    insertCanned: (...inserted: Parameters<typeof insertCanned>) => {
      noteTyping(inserted[0])
      insertCanned(...inserted)
    },
    quote,
  }
  /** The next message answers the one before or behind the one that it answers now. */
  const quoteBeside = (step: 'older' | 'newer') => {
    const message = quotedBeside(latest(), draft.get().draft.quoted?.id ?? null, step)
    quote(message === null ? null : quotedOf(message))
  }
  return {
    composer: checked,
    templates,
    entries,
    /** What the composer is drawn with: the same until something of it changes. */
    writing: { composer: checked, check, checkState: state, quoteBeside, templates, asks },
    // What the rows of a thread and the composer hold stays the same, or each message would draw them all.
    retryMessage: async (message: MessageEntity) =>
      owner.ask('retry') ?? (await tried('send', () => retryMessage(client, message.id))),
    /** Takes a message back before it leaves. Null when that worked, else why not. */
    takeBack: (message: MessageEntity) => tried('takeBack', () => takeBack(client, message.id)),
    /** Puts a sign on a message, or takes it away. Null when it was taken, else why not. */
    react: (message: MessageEntity, emoji: string | null) =>
      tried('react', () => reactTo(client, message.id, emoji)),
    retryEntry: (entry: OutboxEntry) => {
      focus()
      return outbox.retry(entry.clientId)
    },
    /** The next message answers this one. */
    reply: (message: MessageEntity) => {
      quote(quotedOf(message))
      focus()
    },
    editMessage: (message: MessageEntity) => {
      const [template, ask] = [templateOfMessage(message), askOfMessage(message)]
      const quoted = message.quote?.message ?? null
      if (template !== null) openTemplates(template)
      else if (ask !== null) reopenAsk(ask, quoted)
      else putBack(message.content, filesOf(message), quoted)
    },
    /** Puts words before what is in the box. */
    suggest: (words: string) => putBack(words, [], null),
    editEntry: async (entry: OutboxEntry) => {
      const taken = await outbox.take(entry.clientId)
      if (taken === null) return
      const [template, ask] = [templateOfEntry(taken), askOfEntry(taken)]
      if (template !== null) openTemplates(template)
      else if (ask !== null) reopenAsk(ask, taken.quoted)
      else putBack(taken.content, taken.file === null ? [] : [taken.file], taken.quoted)
    },
  }
}

/** What changes the box by hand: a question about what was in it is void. */
const edits =
  <Given extends readonly unknown[]>(check: { edited: () => void }, change: (...given: Given) => void) =>
  (...given: Given): void => {
    check.edited()
    change(...given)
  }

/** What a message took along, to be sent anew; a voice note stays one. */
function filesOf({ attachments, details }: MessageEntity): readonly OutboxFile[] {
  const voice = details?.voice !== undefined && { voice: true as const }
  return attachments
    .filter(({ document_id: id }) => id !== '')
    .map(({ document_id, name, mime_type, size }) => ({ document_id, name, mime_type, size, ...voice }))
}

/** Null when it was done, else why not, for a person. */
async function tried(action: 'send' | 'takeBack' | 'react', work: () => Promise<void>) {
  try {
    await work()
    return null
  } catch (cause) {
    logFailure(action, cause)
    return failureWords(action, cause)
  }
}

export type WriteMode = ReturnType<typeof useWriteMode>

/**
 * Whether a reply or a note is being written; a conversation begins with a reply. Whatever wants the caret in the reply's
 * box, or puts words into it, leads back to the reply.
 * @param replyFocus rises when the caret is wanted in the reply's box
 */
export function useWriteMode(replyFocus: number) {
  'use memo'
  const [note, setNote] = useState<{ readonly at: number; readonly focus: number } | null>(null)
  const isNote = note?.at === replyFocus
  /** Rises when the caret is wanted in the note's box. */
  const noteFocus = note?.focus ?? 0
  const toNote = () => setNote(before => ({ at: replyFocus, focus: (before?.focus ?? 0) + 1 }))
  const toReply = () => setNote(null)
  return { isNote, noteFocus, toNote, toReply }
}
