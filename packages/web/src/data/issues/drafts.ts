import type { IssueCategory, IssuePriority } from '@parley/core/issues/api'
import { type DraftKind, joinedText } from '../../client/device/kept-draft.ts'

/** An issue that is being written. */
export interface IssueDraft {
  readonly title: string
  readonly description: string
  readonly category: IssueCategory | ''
  readonly priority: IssuePriority
}

/** What an agent has begun on the issues of one conversation, and which of them they work on. */
export interface IssueDrafts {
  readonly raising: IssueDraft
  /** What was sent last and under which client id: the same words again are the same issue. */
  readonly sent: { readonly words: string; readonly clientId: string } | null
  /** What stands in the field for a summary or a reason, by issue. */
  readonly texts: Readonly<Record<string, string>>
  /** The selected issue; null for none. */
  readonly current: string | null
}

export const emptyDraft: IssueDraft = { title: '', description: '', category: '', priority: 'MEDIUM' }

const nothing: IssueDrafts = { raising: emptyDraft, sent: null, texts: {}, current: null }

const isUntouched = ({ title, description, category, priority }: IssueDraft): boolean =>
  title === '' && description === '' && category === '' && priority === emptyDraft.priority

export const issueDraftsKey = (agentId: string, conversationId: string): string =>
  `issue-drafts:${agentId}:${conversationId}`

export const issueDrafts: DraftKind<IssueDrafts> = {
  empty: () => nothing,
  isEmpty: ({ raising, texts, current }) =>
    isUntouched(raising) && Object.keys(texts).length === 0 && current === null,
  join: (kept, written) => ({
    raising: joinedRaising(kept.raising, written.raising),
    sent: written.sent ?? kept.sent,
    texts: {
      ...kept.texts,
      ...Object.fromEntries(
        Object.entries(written.texts).map(([id, text]) => [id, joinedText(kept.texts[id] ?? '', text)]),
      ),
    },
    current: written.current ?? kept.current,
  }),
}

const joinedRaising = (kept: IssueDraft, written: IssueDraft): IssueDraft => ({
  title: joinedText(kept.title, written.title, ' '),
  description: joinedText(kept.description, written.description),
  category: written.category === '' ? kept.category : written.category,
  priority: written.priority === emptyDraft.priority ? kept.priority : written.priority,
})
