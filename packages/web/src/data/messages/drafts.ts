import type { QuotedEntity } from '@parley/core/messages/api'
import { type DraftWords, isNothing, type KnownDraft } from '@parley/core/messages/drafts'
import type { CannedOrigin, OutboxFile } from '@parley/core/messages/outbox'
import { type DraftKind, joinedText, changeDraft } from '../../client/device/kept-draft.ts'

/** What one press of Send takes out of the box. */
export interface Taken {
  readonly text: string
  readonly files: readonly OutboxFile[]
  /** The message that it answers; absent: none. */
  readonly quoted?: QuotedEntity | undefined
  /** The canned reply that its words were made of; absent: none. */
  readonly canned?: CannedOrigin | undefined
}

/** What an agent has written and attached in a conversation without sending it. Its files are uploaded already. */
export interface MessageDraft extends Taken {
  /** Taken out of the box and not yet safe elsewhere. */
  readonly taken?: Taken
  /** What the server is known to have of it, and the page of this browser that wrote there last; absent: nothing. */
  readonly server?: (KnownDraft & { readonly pageId: string }) | undefined
}

const nothing: Taken = { text: '', files: [] }

/** Everything in a draft, as it stands in the box again. */
const inTheBox = ({ text, files, quoted, canned, taken = nothing }: MessageDraft): Taken => ({
  text: joinedText(taken.text, text),
  files: [...taken.files, ...files],
  // What was chosen last: a message answers one.
  quoted: quoted ?? taken.quoted,
  canned: canned ?? taken.canned,
})

/** As much of a draft as the server keeps. */
export function draftWords(draft: MessageDraft): DraftWords {
  const { text, quoted } = inTheBox(draft)
  return { text, quotedId: quoted?.id ?? null }
}

export const messageDrafts: DraftKind<MessageDraft> = {
  empty: () => nothing,
  isEmpty: draft => {
    const { text, files, quoted } = inTheBox(draft)
    const isDone = draft.server === undefined || isNothing(draft.server)
    // What was emptied here is remembered until the server knows.
    return text === '' && files.length === 0 && quoted === undefined && isDone
  },
  join: (kept, { text, files, quoted, canned, taken, server }) => {
    const before = inTheBox(kept)
    const joined = {
      text: joinedText(before.text, text),
      files: [...before.files, ...files],
      quoted: quoted ?? before.quoted,
      canned: canned ?? before.canned,
      server: kept.server ?? server,
    }
    return taken === undefined ? joined : { ...joined, taken }
  },
}

export const messageDraftKey = (agentId: string, conversationId: string): string =>
  `draft:${agentId}:${conversationId}`

/** Adds words to what is being written, under what stands there already; the same words are not added twice. */
export const addToDraft = (agentId: string, conversationId: string, words: string): Promise<void> =>
  changeDraft(messageDraftKey(agentId, conversationId), messageDrafts, draft =>
    draft.text.includes(words) ? draft : { ...draft, text: joinedText(draft.text, words, '\n\n') },
  )
