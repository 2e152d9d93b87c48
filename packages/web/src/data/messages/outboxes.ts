import { type CachedConversation, keys } from '@parley/core/live/cached'
import { loadConversation } from '@parley/core/live/load'
import { goesByItself, type OutboxEntry, unwritten, whyNotUnasked } from '@parley/core/messages/outbox'
import type { QueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { soon } from '../../client/device/device-store.ts'
import { agentStorage } from '../../client/device/own-kept.ts'
import { ownSession } from '../../client/own-session.ts'
import { tokenSession } from '../../client/token-session.ts'
import { freshnessNow } from '../../sync/freshness.ts'
import { lineIsBack } from '../../sync/line-is-back.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { source } from '../../sync/source.ts'
import { Outbox } from './outbox.ts'
import { sendEntry, sentClientIds } from './thread.ts'
import { type Unsent, unsentHere } from './unsent.ts'

const open = new Map<string, { readonly outbox: Outbox; readonly conversationId: string }>()

/** What one tab has sent or taken back is no other tab's any more. Ids alone go here. */
const gone = new BroadcastChannel('parley-outbox')
gone.addEventListener('message', ({ data }) => {
  for (const { outbox } of open.values()) outbox.drop(new Set([String(data)]))
})

/** One outbox for each agent and conversation, for as long as the page lives: sends go on while another screen is shown. */
export function outboxOf(client: QueryClient, agentId: string, conversationId: string): Outbox {
  const place = `${placeOf(agentId)}${conversationId}:`
  const held = open.get(place)
  if (held !== undefined) return held.outbox
  const outbox = new Outbox({
    send: (entry, unasked) => sendEntry(client, conversationId, entry, unasked),
    sentAlready: () => sentClientIds(client, conversationId),
    whyNotUnasked: entry => whyNot(client, agentId, conversationId, entry),
    pressed: () => ({
      sessionId: sessionId(),
      ...ownerOf(client, conversationId),
      at: new Date().toISOString(),
    }),
    isCut: () => freshnessNow.get().cut,
    lineIsBack,
    read: async () => (await agentStorage.list(place)).map(([, entry]) => whole(entry)),
    readOne: async clientId => {
      const entry = await agentStorage.read(`${place}${clientId}`)
      return entry === undefined ? undefined : whole(entry)
    },
    keep: entry => soon(agentStorage.keep(`${place}${entry.clientId}`, entry)),
    forget: async clientId => {
      await soon(agentStorage.keep(`${place}${clientId}`, undefined))
      gone.postMessage(clientId)
    },
    // On plain http there are no locks, and nothing is kept that another tab could take up.
    alone: run => ('locks' in navigator ? navigator.locks.request(`parley-${place}`, run) : run()),
    wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
    onFailure: cause => logFailure('send', cause),
  })
  open.set(place, { outbox, conversationId })
  outbox.following.subscribe(count)
  void outbox.restore()
  return outbox
}

const placeOf = (agentId: string): string => `outbox:${agentId}:`

/** Takes up what this browser holds of an agent in all conversations: what may go by itself goes. */
export async function openAll(client: QueryClient, agentId: string): Promise<void> {
  const prefix = placeOf(agentId)
  const left = await agentStorage.list(prefix)
  const ids = new Set(left.map(([place]) => place.slice(prefix.length).split(':')[0] ?? ''))
  for (const id of ids) {
    const held = open.get(`${prefix}${id}:`)
    // A tab that has closed since may have left something.
    if (held === undefined) outboxOf(client, agentId, id)
    else void held.outbox.restore()
  }
}

// An entry that an older page left lacks what is newer.
const whole = (kept: unknown): OutboxEntry => ({ ...unwritten, ...(kept as OutboxEntry) })

const sessionId = (): string | null => tokenSession(ownSession()?.token ?? '')

function ownerOf(client: QueryClient, conversationId: string): { readonly ownerId?: string | null } {
  const row = rowOf(client, conversationId)
  return row === null ? {} : { ownerId: row.agent?.id ?? null }
}

/** As the server has the conversation now. Rejects with `ApiFailure`. */
async function whyNot(
  client: QueryClient,
  agentId: string,
  conversationId: string,
  entry: OutboxEntry,
): Promise<string | null> {
  const { conversation } = await client.fetchQuery<CachedConversation>({
    queryKey: keys.conversation(conversationId),
    queryFn: () => loadConversation(source, conversationId),
    staleTime: 0,
    retry: false,
    structuralSharing: false,
  })
  return whyNotUnasked(entry, {
    agentId,
    sessionId: sessionId(),
    ownerId: conversation?.agent?.id ?? null,
    ownerName: conversation?.agent?.name ?? null,
    now: new Date(),
  })
}

function count(): void {
  const counted = [...open.values()].flatMap(({ outbox, conversationId }) => {
    const waiting = outbox.entries.filter(entry => goesByItself(entry) && entry.state !== 'sending').length
    const stopped = outbox.entries.filter(entry => !goesByItself(entry)).length
    return waiting + stopped === 0 ? [] : [[conversationId, { waiting, stopped }] as const]
  })
  if (counted.length > 0 || unsentHere.get().size > 0) unsentHere.set(new Map<string, Unsent>(counted))
}
