import type { ChangeFrame } from '../sockets/api.ts'
import type { MessageDraftEntity } from '../messages/drafts-api.ts'
import { readMessageDraft, readMessageDrafts } from '../read/message-draft.ts'
import type { Answer } from './answer.ts'
import type { HeldMessageDrafts } from './held.ts'
import { asked } from './load.ts'
import type { RecentFrames } from './recent-frames.ts'
import { addFrameReducer } from './reducers.ts'

/*
 * The viewer's own drafts, and how frames change them. This file is part of no first load: it tells `reducers.ts` of its
 * word when it is loaded, which is before anything is held under it.
 */

type Drafts = HeldMessageDrafts['value']

/** With a draft that was heard of. Versions rise, so the order in which one hears of them changes nothing. */
export function withDraft(held: Drafts, draft: MessageDraftEntity): Drafts {
  const before = held.byConversation.get(draft.conversation_id)
  if (before !== undefined && before.version >= draft.version) return held
  return { ...held, byConversation: new Map(held.byConversation).set(draft.conversation_id, draft) }
}

/** What is held after a frame. Of a conversation that comes into sight again only the server knows whether it has a draft. */
export function applyToDrafts(held: Drafts, frame: ChangeFrame): Drafts {
  if (frame.event === 'draft') return withDraft(held, readMessageDraft(frame.data))
  if (frame.event !== 'sight') return held
  if (frame.data.conversation !== null) return { ...held, lacksSome: true }
  if (!held.byConversation.has(frame.data.conversation_id)) return held
  const byConversation = new Map(held.byConversation)
  byConversation.delete(frame.data.conversation_id)
  return { ...held, byConversation }
}

addFrameReducer<Drafts>('message-drafts', applyToDrafts)

/** The viewer's drafts. */
export async function loadDrafts(
  recent: RecentFrames,
  ask: () => Promise<Answer<unknown>>,
): Promise<HeldMessageDrafts> {
  const answer = await asked(recent, ask)
  const seq = answer.seq ?? 0
  const drafts = readMessageDrafts(answer.value).map(draft => [draft.conversation_id, draft] as const)
  const value: Drafts = { byConversation: new Map(drafts), lacksSome: false }
  return { value: recent.after(seq).reduce(applyToDrafts, value), seq }
}
