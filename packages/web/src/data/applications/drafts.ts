import type {
  ApplicationKind,
  ApplicationStatus,
  VerificationFlag,
} from '@parley/core/applications/application'
import type { PointName } from '@parley/core/applications/open-points'
import { newId } from '../../client/client.ts'
import { type DraftKind, joinedText, useKeptDraft } from '../../client/device/kept-draft.ts'

/** What of an application an edit of its status is based on; nothing of the form, which stays off this device. */
export interface ApplicationBase {
  readonly version: number | null
  readonly status: ApplicationStatus
  /** How many entries its history had. */
  readonly changes: number
  readonly flags: Readonly<Partial<Record<VerificationFlag, boolean>>>
}

/** A change of status that is being written. */
export interface StatusDraft {
  readonly base: ApplicationBase
  /** Null until one is chosen. */
  readonly status: ApplicationStatus | null
  readonly notes: string
  /** Whether the customer is to hear of it, and what they are told beside. */
  readonly tell: boolean
  readonly customerWords: string
  /** The open points that were confirmed, where it is to be approved. */
  readonly seen: readonly PointName[]
  /** Goes with it to the server: however often it is sent, it is one change. */
  readonly changeId: string
}

/** All that an agent has begun on one application. */
export interface ApplicationDraft {
  /** Null while none is begun. */
  readonly change: StatusDraft | null
  readonly note: string
  /** Goes with the note to the server: however often it is sent, it is one note. */
  readonly noteId: string
}

const applicationDraftKey = (agentId: string, kind: ApplicationKind, id: string): string =>
  `application-draft:${agentId}:${kind}:${id}`

const applicationDrafts: DraftKind<ApplicationDraft> = {
  empty: () => ({ change: null, note: '', noteId: newId() }),
  isEmpty: ({ change, note }) => change === null && note === '',
  join: (kept, written) => ({
    change:
      kept.change === null || written.change === null
        ? (written.change ?? kept.change)
        : {
            ...written.change,
            notes: joinedText(kept.change.notes, written.change.notes),
            customerWords: joinedText(kept.change.customerWords, written.change.customerWords),
          },
    note: joinedText(kept.note, written.note),
    // Words that were sent once under their id are not these any more.
    noteId: written.note === '' ? kept.noteId : written.noteId,
  }),
}

export type SetDraft = (change: (draft: ApplicationDraft) => ApplicationDraft) => void

/** What an agent has begun on one application, kept on this device until it is saved. */
export function useApplicationDraft(
  agentId: string,
  kind: ApplicationKind,
  id: string,
): readonly [ApplicationDraft, SetDraft] {
  'use memo'
  const { draft, kept } = useKeptDraft(applicationDraftKey(agentId, kind, id), applicationDrafts)
  const change: SetDraft = step => kept.change(step)
  return [draft, change]
}
