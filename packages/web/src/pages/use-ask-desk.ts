import type { MessageEntity } from '@parley/core/entities/message'
import { askEntry, seenMessageId } from '@parley/core/rules/outbox'
import { useCallback, useMemo, useState } from 'react'
import { newId } from '../client/client.ts'
import type { Outbox } from '../data/messages/outbox.ts'
import type { Asked, AskKind } from '../features/asks/AskForm.tsx'
import type { ComposerState } from '../features/messages/use-composer.ts'

/** The form of a question or a card in a conversation. */
export interface AskDesk {
  /** What is being made; null: nothing. */
  readonly kind: AskKind | null
  /** What stood in the box when it was opened. */
  readonly words: string
  readonly open: (kind: AskKind) => void
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
  const [made, setMade] = useState<{ readonly kind: AskKind; readonly words: string } | null>(null)
  const open = useCallback((kind: AskKind) => setMade({ kind, words: written() }), [written])
  const close = useCallback(() => {
    setMade(null)
    focus()
  }, [focus])
  const send = useCallback(
    (asked: Asked) => {
      const quoted = draft.get().draft.quoted ?? null
      const around = { seenMessageId: seenMessageId(messages), issueId, quoted }
      void outbox.add([askEntry(asked, around, new Date(), newId)])
      // What was written became the question, unless more was written since.
      if (asked.ask !== null && written() === made?.words) setText('')
      if (quoted !== null) quote(null)
      close()
    },
    [outbox, messages, issueId, draft, quote, written, setText, close, made],
  )
  return useMemo(
    () => ({ kind: made?.kind ?? null, words: made?.words ?? '', open, close, send }),
    [made, open, close, send],
  )
}
