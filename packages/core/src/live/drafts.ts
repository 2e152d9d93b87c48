import type { LiveEvent } from '../sockets/api.ts'
import type { MessageDraftEntity } from '../messages/drafts-api.ts'
import { readMessageDraft, readMessageDrafts } from '../read/message-draft.ts'
import type { Answer } from './fetchers.ts'
import type { CachedMessageDrafts } from './cached.ts'
import { asked } from './load.ts'
import type { RecentEvents } from './recent-events.ts'
import { addEventReducer } from './reducers.ts'

/*
 * The viewer's own drafts, and how frames change them. This file is part of no first load: it tells `reducers.ts` of its
 * word when it is loaded, which is before anything is held under it.
 */

type Drafts = CachedMessageDrafts['value']

/** With a draft that was heard of. Versions rise, so the order in which one hears of them changes nothing. */
export function withDraft(cached: Drafts, draft: MessageDraftEntity): Drafts {
  const before = cached.byConversation.get(draft.conversation_id)
  if (before !== undefined && before.version >= draft.version) return cached
  return { ...cached, byConversation: new Map(cached.byConversation).set(draft.conversation_id, draft) }
}

/** What is held after a frame. Of a conversation that comes into sight again only the server knows whether it has a draft. */
export function applyToDrafts(cached: Drafts, event: LiveEvent): Drafts {
  if (event.event === 'draft') return withDraft(cached, readMessageDraft(event.data))
  if (event.event !== 'sight') return cached
  if (event.data.conversation !== null) return { ...cached, lacksSome: true }
  if (!cached.byConversation.has(event.data.conversation_id)) return cached
  const byConversation = new Map(cached.byConversation)
  byConversation.delete(event.data.conversation_id)
  return { ...cached, byConversation }
}

addEventReducer<Drafts>('message-drafts', applyToDrafts)

/** The viewer's drafts. */
export async function loadDrafts(
  recent: RecentEvents,
  ask: () => Promise<Answer<unknown>>,
): Promise<CachedMessageDrafts> {
  const answer = await asked(recent, ask)
  const seq = answer.seq ?? 0
  const drafts = readMessageDrafts(answer.value).map(draft => [draft.conversation_id, draft] as const)
  const value: Drafts = { byConversation: new Map(drafts), lacksSome: false }
  return { value: recent.after(seq).reduce(applyToDrafts, value), seq }
}
