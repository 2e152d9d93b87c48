import { useEffect } from 'react'
import { presence } from '../../sync/sockets/presence.ts'
import { usePageFocus } from '../../ui/hooks/page-focus.ts'

/** Tells colleagues that this page shows a conversation, as long as it does and is looked at; null for none. */
export function useViewing(conversationId: string | null): void {
  const inFront = usePageFocus()
  useEffect(() => {
    presence.show(conversationId)
    return () => presence.show(null)
  }, [conversationId])
  useEffect(() => presence.setInFront(inFront), [inFront])
}

/** Whoever has an empty box in front of them writes nothing, however it came to be empty. */
export function useNotTyping(isEmpty: boolean): void {
  useEffect(() => {
    if (isEmpty) presence.typed(true)
  }, [isEmpty])
}

/** The agent changed what is in the composer. */
export const noteTyping = (text: string): void => presence.typed(text === '')
