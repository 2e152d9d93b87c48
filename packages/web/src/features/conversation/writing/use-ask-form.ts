import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { cardOfContact } from '@parley/core/messages/ask-rules'
import { askEntry, type OutboxEntry, seenMessageId } from '@parley/core/messages/outbox'
import { useRef, useState } from 'react'
import { newId } from '../../../client/client.ts'
import type { Outbox } from '../../../data/messages/outbox.ts'
import type { Asked, AskKind, AskStart } from '../../asks/written-ask.ts'
import type { ComposerState } from '../../messages/composer/use-composer.ts'
import type { Owner } from './use-owner.ts'

/** What is being made. */
interface Making {
  readonly start: AskStart
  /** New each time that it is opened. */
  readonly key: string
  /** Whether its words were in the box, from where they go when it is sent. */
  readonly isFromBox: boolean
}

const nothing: AskStart = { kind: 'buttons', words: '', ask: null, card: null }

/** The form of a question or a card in a conversation. */
export interface AskFormState {
  /** Null: nothing. */
  readonly making: { readonly kind: AskKind; readonly key: string } | null
  /** What its fields hold when it is shown. */
  readonly start: () => AskStart
  readonly open: (kind: AskKind) => void
  /** Opens it with what was made before and did not go. */
  readonly reopen: (start: AskStart, quoted: QuotedEntity | null) => void
  /** What is in its fields now: it is shown in another place once the window closes, and opens. */
  readonly keep: (asked: Asked) => void
  /** The focus goes back to the box. */
  readonly close: () => void
  readonly send: (asked: Asked) => void
}

/** `messages`: the thread as it stands, the same function each time. */
export function useAskForm(
  outbox: Outbox,
  messages: () => readonly MessageEntity[],
  issueId: string | null,
  { ask }: Owner,
  { written, setText, focus, draft, quote }: ComposerState,
): AskFormState {
  'use memo'
  const [making, setMaking] = useState<Making | null>(null)
  const kept = useRef<Asked | null>(null)
  const make = (made: Making | null) => {
    kept.current = null
    setMaking(made)
  }
  const open = (kind: AskKind) =>
    make({ start: { kind, words: written(), ask: null, card: null }, key: newId(), isFromBox: true })
  const reopen = (start: AskStart, quoted: QuotedEntity | null) => {
    if (quoted !== null) quote(quoted)
    make({ start, key: newId(), isFromBox: false })
  }
  const start = () => ({ ...(making?.start ?? nothing), ...kept.current })
  const keep = (asked: Asked) => {
    kept.current = asked
  }
  const close = () => {
    make(null)
    focus()
  }
  const send = (asked: Asked) => {
    if (ask('ask') !== null) return
    const quoted = draft.get().draft.quoted ?? null
    const around = { seenMessageId: seenMessageId(messages()), issueId, quoted }
    void outbox.add([askEntry(asked, around, new Date(), newId)])
    // What was written became the question, unless more was written since.
    if (asked.ask !== null && making?.isFromBox === true && written() === making.start.words) setText('')
    if (quoted !== null) quote(null)
    close()
  }
  return {
    making: making === null ? null : { kind: making.start.kind, key: making.key },
    start,
    open,
    reopen,
    keep,
    close,
    send,
  }
}

/** A question or a card that did not go, to be changed and sent again; null for what is neither. */
export function askOfMessage({ details, content, direction }: MessageEntity): AskStart | null {
  if (direction !== 'OUTBOUND') return null
  if (details?.ask !== undefined)
    return { kind: details.ask.kind, words: content, ask: details.ask, card: null }
  const [contact] = details?.contacts ?? []
  if (contact === undefined) return null
  return { kind: 'card', words: content, ask: null, card: cardOfContact(contact) }
}

/** The same of one that only this device has. */
export function askOfEntry({ ask, card, content: words }: OutboxEntry): AskStart | null {
  if (ask !== null) return { kind: ask.kind, words, ask, card: null }
  return card === null ? null : { kind: 'card', words, ask: null, card }
}
