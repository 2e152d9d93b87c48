import { type CachedMessageDrafts, keys } from '@parley/core/live/cached'
import { nothingThere } from '@parley/core/live/fetchers'
import { loadDrafts, withDraft } from '@parley/core/live/drafts'
import { readMessageDraft } from '@parley/core/read/message-draft'
import type { DraftStep, DraftWords } from '@parley/core/messages/drafts'
import type { MessageDraftEntity } from '@parley/core/messages/drafts-api'
import type { QueryClient } from '@tanstack/react-query'
import { isMissing } from '../../client/api-failure.ts'
import { api, apiWith, keepAlive, newId } from '../../client/client.ts'
import { editCached } from '../../sync/query-cache.ts'
import { useLiveQuery } from '../../sync/live-query.ts'
import { recentEvents } from '../../sync/source.ts'

/** This page, as the server tells whose write is whose. */
export const pageId = newId()
let step = 0
/** Writes and sends of this page are numbered through, since they may come in any order. */
export const nextStep = (): number => ++step

export const stepFields = ({ pageId: page_id, no: write_no, version }: DraftStep) => ({
  page_id,
  write_no,
  version,
})

/** A write goes on when its page goes. */
const lasting = apiWith(keepAlive)

/** Keeps a draft on the server. Rejects with `ApiFailure`; what is held follows. */
export async function writeDraft(
  client: QueryClient,
  conversationId: string,
  at: DraftStep,
  { text, quotedId }: DraftWords,
): Promise<MessageDraftEntity> {
  const body = { ...stepFields(at), text, quoted_message_id: quotedId }
  const draft = readMessageDraft(
    (await lasting.writeMessageDraft({ params: { id: conversationId }, body })).value,
  )
  editCached<CachedMessageDrafts>(client, keys.messageDrafts, cached => ({
    ...cached,
    value: withDraft(cached.value, draft),
  }))
  return draft
}

/** A server that knows no drafts has none. */
const ask = async () => {
  try {
    return await api.messageDrafts()
  } catch (cause) {
    if (isMissing(cause)) return nothingThere
    throw cause
  }
}

/** The agent's own drafts by conversation, kept current by the socket. */
export const useOwnDrafts = () =>
  useLiveQuery<CachedMessageDrafts>({ key: keys.messageDrafts, load: () => loadDrafts(recentEvents, ask) })
