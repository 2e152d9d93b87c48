import type { MessageEntity } from '@parley/core/entities/message'
import { type OutboxEntry, unwritten } from '@parley/core/rules/outbox'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { soon } from '../../client/device-store.ts'
import { ownKept } from '../../client/own-kept.ts'
import { useStore } from '../../store.ts'
import { Outbox } from './outbox.ts'
import { clientIdsOf, sendEntry, sentClientIds } from './thread.ts'

const open = new Map<string, Outbox>()

/** One outbox for each agent and conversation, for as long as the page lives: sends go on while another screen is shown. */
function outboxOf(client: QueryClient, agentId: string, conversationId: string): Outbox {
  const place = `outbox:${agentId}:${conversationId}:`
  const held = open.get(place)
  if (held !== undefined) return held
  const outbox = new Outbox({
    send: entry => sendEntry(client, conversationId, entry),
    sentAlready: () => sentClientIds(client, conversationId),
    read: () => readEntries(place),
    keep: entry => soon(ownKept.keep(`${place}${entry.clientId}`, entry)),
    forget: clientId => ownKept.keep(`${place}${clientId}`, undefined),
    wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
    onFailure: cause => logFailure('send', cause),
  })
  open.set(place, outbox)
  void outbox.restore()
  return outbox
}

// Each entry has its own place, so that two tabs never overwrite each other's.
async function readEntries(place: string): Promise<readonly OutboxEntry[]> {
  const left = (await ownKept.list(place)) as readonly OutboxEntry[]
  return left.map(entry => ({ ...unwritten, ...entry }))
}

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
