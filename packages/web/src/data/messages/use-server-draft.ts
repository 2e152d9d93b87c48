import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type KeptDraft, holdDraft } from '../../client/device/kept-draft.ts'
import { flushDrafts } from '../../client/device/own-kept.ts'
import { systemClock } from '../../sync/clock.ts'
import { lineIsBehind } from '../../sync/freshness.ts'
import { type MessageDraft, messageDraftKey } from './drafts.ts'
import { nextStep, pageId, useOwnDrafts, writeDraft } from './own-drafts.ts'
import { ServerDraft } from './server-draft.ts'

/** Those that are open, or whose last write is on its way: two never write on the same draft. */
const open = new Map<
  string,
  { readonly kept: KeptDraft<MessageDraft>; readonly draft: ServerDraft; users: number }
>()

function draftOf(
  client: QueryClient,
  key: string,
  conversationId: string,
  kept: KeptDraft<MessageDraft>,
): ServerDraft {
  const known = open.get(key)
  if (known?.kept === kept) return known.draft
  const draft = new ServerDraft(kept, {
    clock: systemClock,
    pageId,
    nextStep,
    write: (step, words) => writeDraft(client, conversationId, step, words),
    onFailure: cause => console.warn('A draft could not be kept on the server yet', cause),
  })
  open.set(key, { kept, draft, users: 0 })
  return draft
}

/** Whoever signs out waits no longer than this, in milliseconds: the device has the words too. */
const longestMs = 1_000
const writes = new Set<() => Promise<void>>()
flushDrafts.written = () =>
  Promise.race([
    Promise.all([...writes].map(write => write())),
    new Promise(resolve => setTimeout(resolve, longestMs)),
  ])

function hold(key: string, kept: KeptDraft<MessageDraft>, draft: ServerDraft): () => void {
  const entry = open.get(key)
  if (entry?.draft === draft) entry.users += 1
  else open.set(key, { kept, draft, users: 1 })
  const letGoOfKept = holdDraft(key, kept)
  const write = async () => {
    draft.flush()
    await draft.settled()
    await kept.settled()
  }
  writes.add(write)
  return () => {
    writes.delete(write)
    void letGo(key, draft, letGoOfKept)
  }
}

async function letGo(key: string, draft: ServerDraft, letGoOfKept: () => void): Promise<void> {
  const entry = open.get(key)
  if (entry?.draft !== draft) return letGoOfKept()
  entry.users -= 1
  draft.flush()
  await draft.settled()
  if (entry.users === 0 && open.get(key) === entry) {
    draft.stop()
    open.delete(key)
  }
  letGoOfKept()
}

/**
 * Keeps what is written in a conversation on the server too, for as long as it is shown.
 * @param isSending a message that was written there is not confirmed yet
 */
export function useServerDraft(
  agentId: string,
  conversationId: string,
  kept: KeptDraft<MessageDraft>,
  isSending: boolean,
): ServerDraft {
  'use memo'
  const client = useQueryClient()
  const key = messageDraftKey(agentId, conversationId)
  const draft = draftOf(client, key, conversationId, kept)
  useEffect(() => hold(key, kept, draft), [key, kept, draft])
  useEffect(() => draft.setSending(isSending), [draft, isSending])
  const { data } = useOwnDrafts()
  const isKnown = data !== undefined
  const there = data?.value.byConversation.get(conversationId) ?? null
  useEffect(() => {
    if (isKnown) draft.hear(there)
  }, [draft, isKnown, there])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const onHidden = () => document.visibilityState === 'hidden' && draft.flush(true)
    document.addEventListener('visibilitychange', onHidden, { signal })
    window.addEventListener('pagehide', () => draft.flush(true), { signal })
    window.addEventListener('online', () => draft.lineIsBack(), { signal })
    const stopHearing = lineIsBehind.subscribe(() => {
      if (!lineIsBehind.get()) draft.lineIsBack()
    })
    return () => {
      listening.abort()
      stopHearing()
    }
  }, [draft])
  return draft
}
