import type { LiveEvent } from '../sockets/api.ts'
import type { MessageDraftEntity } from '../messages/drafts-api.ts'
import { readMessageDraft, readMessageDrafts } from '../read/message-draft.ts'
import type { Answer } from './fetchers.ts'
import type { CachedMessageDrafts } from './cached.ts'
import { asked } from './load.ts'
import type { RecentEvents } from './recent-events.ts'
import { addEventReducer } from './reducers.ts'

/*
 * The viewer's own drafts, and how events change them. This file is not part of the first load. When it loads, it registers with
 * `reducers.ts`; that happens before any draft is cached.
 */

type Drafts = CachedMessageDrafts['value']

/** Adds a draft. Versions only rise, so the order of arrival does not matter. */
export function withDraft(cached: Drafts, draft: MessageDraftEntity): Drafts {
  const before = cached.byConversation.get(draft.conversation_id)
  if (before !== undefined && before.version >= draft.version) return cached
  return { ...cached, byConversation: new Map(cached.byConversation).set(draft.conversation_id, draft) }
}

/** The drafts after an event. When a conversation becomes visible again, only the server knows whether it has a draft. */
function applyToDrafts(cached: Drafts, event: LiveEvent): Drafts {
  if (event.event === 'draft') return withDraft(cached, readMessageDraft(event.data))
  if (event.event !== 'sight') return cached
  if (event.data.conversation !== null) return { ...cached, lacksSome: true }
  if (!cached.byConversation.has(event.data.conversation_id)) return cached
  const byConversation = new Map(cached.byConversation)
  byConversation.delete(event.data.conversation_id)
  return { ...cached, byConversation }
}

addEventReducer<Drafts>('message-drafts', applyToDrafts)

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
