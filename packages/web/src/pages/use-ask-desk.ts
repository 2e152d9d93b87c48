import type { MessageEntity, QuotedEntity } from '@parley/core/entities/message'
import { cardOfContact } from '@parley/core/rules/ask'
import { askEntry, type OutboxEntry, seenMessageId } from '@parley/core/rules/outbox'
import { useCallback, useMemo, useState } from 'react'
import { newId } from '../client/client.ts'
import type { Outbox } from '../data/messages/outbox.ts'
import type { Asked, AskKind, AskStart } from '../features/asks/AskForm.tsx'
import type { ComposerState } from '../features/messages/use-composer.ts'

/** What is being made. */
interface Making {
  readonly start: AskStart
  /** New each time that it is opened. */
  readonly key: string
  /** Whether its words were in the box, from where they go when it is sent. */
  readonly isFromBox: boolean
}

/** The form of a question or a card in a conversation. */
export interface AskDesk {
  readonly making: Pick<Making, 'start' | 'key'> | null
  readonly open: (kind: AskKind) => void
  /** Opens it with what was made before and did not go. */
  readonly reopen: (start: AskStart, quoted: QuotedEntity | null) => void
  /** What is in its fields while it is not shown. */
  readonly keep: (asked: Asked) => void
  /** The focus goes back to the box. */
  readonly close: () => void
  readonly send: (asked: Asked) => void
}

export function useAskDesk(
  outbox: Outbox,
  messages: readonly MessageEntity[],
  issueId: string | null,
  { written, setText, focus, draft, quote }: ComposerState,
): AskDesk {
  const [making, setMaking] = useState<Making | null>(null)
  const open = useCallback(
    (kind: AskKind) =>
      setMaking({ start: { kind, words: written(), ask: null, card: null }, key: newId(), isFromBox: true }),
    [written],
  )
  const reopen = useCallback(
    (start: AskStart, quoted: QuotedEntity | null) => {
      if (quoted !== null) quote(quoted)
      setMaking({ start, key: newId(), isFromBox: false })
    },
    [quote],
  )
  const keep = useCallback(
    (asked: Asked) => setMaking(now => now && { ...now, start: { kind: now.start.kind, ...asked } }),
    [],
  )
  const close = useCallback(() => {
    setMaking(null)
    focus()
  }, [focus])
  const send = useCallback(
    (asked: Asked) => {
      const quoted = draft.get().draft.quoted ?? null
      const around = { seenMessageId: seenMessageId(messages), issueId, quoted }
      void outbox.add([askEntry(asked, around, new Date(), newId)])
      // What was written became the question, unless more was written since.
      if (asked.ask !== null && making?.isFromBox === true && written() === making.start.words) setText('')
      if (quoted !== null) quote(null)
      close()
    },
    [outbox, messages, issueId, draft, quote, written, setText, close, making],
  )
  return useMemo(
    () => ({ making, open, reopen, keep, close, send }),
    [making, open, reopen, keep, close, send],
  )
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
