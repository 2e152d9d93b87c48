import type { MessageEntity } from '@parley/core/messages/api'
import type { OutboxEntry } from '@parley/core/messages/outbox'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from '../../store.ts'
import type { Outbox } from './outbox.ts'
import { outboxOf } from './outboxes.ts'
import { clientIdsOf } from './thread.ts'

const none: ReadonlySet<string> = new Set()

/** The outbox of a conversation and what is in it. What the thread holds already leaves it. */
export function useOutbox(
  agentId: string,
  conversationId: string,
  messages: readonly MessageEntity[],
): { readonly outbox: Outbox; readonly entries: readonly OutboxEntry[] } {
  const client = useQueryClient()
  const outbox = outboxOf(client, agentId, conversationId)
  const entries = useStore(outbox.following)
  // A long thread is not searched for nothing.
  const isEmpty = entries.length === 0
  const confirmed = useMemo(() => (isEmpty ? none : clientIdsOf(messages)), [isEmpty, messages])
  // Also hidden before the effect runs, so that a message never shows twice for a moment.
  const shown = useMemo(() => entries.filter(entry => !confirmed.has(entry.clientId)), [entries, confirmed])
  useEffect(() => {
    if (shown.length < entries.length) outbox.confirm(confirmed)
  }, [outbox, entries, shown, confirmed])
  return { outbox, entries: shown }
}
