import { type CachedConversation, type CachedThread, keys } from '@parley/core/live/cached'
import { loadConversation, loadThread } from '@parley/core/live/load'
import type { MessageEntity, SendBody } from '@parley/core/messages/api'
import {
  believedOwner,
  goesByItself,
  type OutboxEntry,
  unwritten,
  whyNotUnasked,
} from '@parley/core/messages/outbox'
import { readMessage } from '@parley/core/read/entities'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { isAnsweredSince } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { soon } from '../../client/device/device-store.ts'
import { agentStorage } from '../../client/device/own-kept.ts'
import { ownSession, tokenSession } from '../../client/session-store.ts'
import { forgetAction } from '../../commands/last-action.ts'
import { linkSent, isSampleIssue } from '../issues/issues.ts'
import { putAnswer } from './message-actions.ts'
import { Outbox } from './outbox.ts'
import { stepFields } from './own-drafts.ts'
import { newestSent, type Unsent, unsentHere } from './unsent.ts'
import { useStore } from '../../store.ts'
import { freshnessNow, lineIsBack } from '../../sync/freshness.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { recentEvents, source } from '../../sync/source.ts'

const open = new Map<string, { readonly outbox: Outbox; readonly conversationId: string }>()

/** What one tab has sent or taken back is no other tab's any more. Ids alone go here. */
const gone = new BroadcastChannel('parley-outbox')
gone.addEventListener('message', ({ data }) => {
  for (const { outbox } of open.values()) outbox.drop(new Set([String(data)]))
})

/** One outbox for each agent and conversation, for as long as the page lives: sends go on while another screen is shown. */
function outboxOf(client: QueryClient, agentId: string, conversationId: string): Outbox {
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

/**
 * Sends one message of the outbox and puts the answer into the thread; or, where another has answered since, what the
 * agent has not seen. A sample issue means nothing to the server: the message is attached to it here. `unasked`: nobody has
 * pressed for this try, so the server refuses it where the conversation was taken over since. Rejects with `ApiFailure`.
 */
async function sendEntry(
  client: QueryClient,
  id: string,
  entry: OutboxEntry,
  unasked: boolean,
): Promise<void> {
  const bookmark = recentEvents.arrived
  try {
    const { value } = await api.send({
      params: { id },
      body: { ...bodyOf(entry), ...(unasked && { believed_assignee_id: believedOwner(entry) }) },
    })
    const message = readMessage(value)
    putAnswer(client, message, bookmark)
    linkSent(client, entry.issueId, message)
    const leavesAt = message.status === 'queued' ? message.leaves_at : null
    if (leavesAt === null) forgetAction()
    if (leavesAt !== null || entry.resolves)
      newestSent.set({ conversationId: id, messageId: message.id, leavesAt, resolves: entry.resolves })
  } catch (cause) {
    const unseen = isAnsweredSince(cause) ? cause.messages : []
    for (const message of unseen) putAnswer(client, readMessage(message), bookmark)
    throw cause
  }
}

/** What a message says: a template or a card goes in the stead of text and file. */
const contentOf = ({ template, ask, card, content, file }: OutboxEntry): Partial<SendBody> => {
  const document = file === null ? {} : { document_id: file.document_id }
  const voice = file?.voice === true ? { voice: true as const } : {}
  if (template !== null) return { template: { ...template, ...document } }
  if (card !== null) return { card }
  if (ask !== null) return { content, ask }
  return { ...(content !== '' && { content }), ...document, ...voice }
}

const bodyOf = (entry: OutboxEntry): SendBody => ({
  client_message_id: entry.clientId,
  ...contentOf(entry),
  ...(entry.issueId !== null && !isSampleIssue(entry.issueId) && { issue_id: entry.issueId }),
  ...(entry.quoted !== null && { quoted_message_id: entry.quoted.id }),
  ...(entry.seenMessageId !== null && { seen_message_id: entry.seenMessageId }),
  ...(entry.metadata !== null && { metadata: entry.metadata }),
  ...(entry.canned !== null && { canned_reply: entry.canned }),
  ...(entry.draft !== null && { draft: stepFields(entry.draft) }),
  ...(entry.force && { force: true }),
  ...(entry.resolves && { resolve: true as const }),
})

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

const onceAnew = { staleTime: 0, retry: false, structuralSharing: false } as const

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
    ...onceAnew,
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

/** Fetches the thread anew; the client ids of the messages that the server has. Rejects when it cannot be fetched. */
async function sentClientIds(client: QueryClient, id: string): Promise<ReadonlySet<string>> {
  const queryKey = keys.thread(id)
  const thread = await client.fetchQuery({
    queryKey,
    queryFn: () => loadThread(source, id, client.getQueryData<CachedThread>(queryKey)),
    ...onceAnew,
  })
  return clientIdsOf(thread.messages)
}

const clientIdsOf = (messages: readonly MessageEntity[]): ReadonlySet<string> =>
  new Set(messages.flatMap(message => message.client_message_id ?? []))

const none: ReadonlySet<string> = new Set()

/** The outbox of a conversation and what is in it. What the thread holds already leaves it. */
export function useOutbox(
  agentId: string,
  conversationId: string,
  messages: readonly MessageEntity[],
): { readonly outbox: Outbox; readonly entries: readonly OutboxEntry[] } {
  'use memo'
  const client = useQueryClient()
  const outbox = outboxOf(client, agentId, conversationId)
  const entries = useStore(outbox.following)
  // A long thread is not searched for nothing.
  const isEmpty = entries.length === 0
  const confirmed = isEmpty ? none : clientIdsOf(messages)
  // Also hidden before the effect runs, so that a message never shows twice for a moment.
  const shown = entries.filter(entry => !confirmed.has(entry.clientId))
  useEffect(() => {
    if (shown.length < entries.length) outbox.confirm(confirmed)
  }, [outbox, entries, shown, confirmed])
  return { outbox, entries: shown }
}
