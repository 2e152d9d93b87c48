import type { ApplicationKind, ApplicationStatus, VerificationFlag } from '@parley/core/api/applications'
import { keep, readKept } from '../../client/device-store.ts'

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

const keyOf = (agentId: string, kind: ApplicationKind, id: string) =>
  `application-draft:${agentId}:${kind}:${id}`

/** The kept draft; null when there is none. */
export const readApplicationDraft = async (
  agentId: string,
  kind: ApplicationKind,
  id: string,
): Promise<ApplicationDraft | null> => (await readKept<ApplicationDraft>(keyOf(agentId, kind, id))) ?? null

/** Keeps a draft on this device; an empty one is forgotten. */
export const keepApplicationDraft = (
  agentId: string,
  kind: ApplicationKind,
  id: string,
  draft: ApplicationDraft,
): Promise<void> =>
  keep(keyOf(agentId, kind, id), draft.change === null && draft.note === '' ? undefined : draft)
