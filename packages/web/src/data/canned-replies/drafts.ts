import type { CannedContent } from '@parley/core/canned-replies/api'
import type { OutboxFile } from '@parley/core/messages/outbox'
import type { CannedScope } from '@parley/core/canned-replies/constants'
import type { DraftKind } from '../../client/device/kept-draft.ts'

/** What somebody has begun on a canned reply and not saved yet. */
export interface CannedDraft {
  /** Of a new one: however often it is sent, it is one canned reply. */
  readonly clientId: string
  /** The version that this was begun on; null: it is new. */
  readonly base: number | null
  /** Of a new one: whose it is to be. */
  readonly scope: CannedScope
  readonly content: CannedContent
  /** What was uploaded while it was written; absent: nothing. */
  readonly uploads?: readonly OutboxFile[]
}

/** @param replyId null for the new one */
export const cannedDraftKey = (agentId: string, replyId: string | null): string =>
  `canned-draft:${agentId}:${replyId ?? 'new'}`

export const cannedDrafts: DraftKind<CannedDraft | null> = {
  empty: () => null,
  isEmpty: draft => draft === null,
  // The fields are shown once the device has answered, so nothing can be written before.
  join: (kept, written) => written ?? kept,
}
