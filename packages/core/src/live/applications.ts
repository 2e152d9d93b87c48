import type { ApplicationKind, ApplicationStatus } from '../api/applications.ts'
import type { ChangeFrame } from '../api/sockets.ts'
import type { ApplicationEntity, ApplicationRowEntity } from '../entities/application.ts'
import { readApplication, readApplicationRow } from '../read/application.ts'
import {
  type ApplicationFilter,
  compareApplications,
  type Moment,
  matchesApplicationFilter,
} from '../rules/application.ts'
import { type Counts, moveCount } from './counts.ts'
import { isLost } from './sight.ts'

/** A list of one kind's applications as held: from the newest down to `edge`, the last row of the newest page fetched. */
export interface ApplicationsState {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  /** Just those of this conversation's customer; null for all. */
  readonly conversationId: string | null
  readonly rows: readonly ApplicationRowEntity[]
  /** Older rows exist behind the edge. */
  readonly hasMore: boolean
  readonly edge: Pick<ApplicationRowEntity, 'id' | 'submission_date' | 'created_at'> | null
  /** How many there are by status, for the filter without its status. */
  readonly counts: Counts<ApplicationStatus>
}

/** What applying a frame to a list of applications could not settle by itself. */
export interface ApplicationsNeeds {
  /** The counts changed by an amount that only the server knows. */
  readonly counts: boolean
  /** Whose application it is only the server knows: fetch the list again. */
  readonly list: boolean
}

/**
 * A list of applications after one frame, and what it still needs. Rows carry nothing of the viewer, so an unknown one
 * takes its place at once; only whether it is of the conversation's customer may be unknown.
 */
export function applyToApplications(
  held: ApplicationsState,
  frame: ChangeFrame,
  moment: Moment,
): { readonly held: ApplicationsState; readonly needs: ApplicationsNeeds } {
  const settledNeeds = { counts: false, list: false }
  if (frame.event === 'sight') return withoutLost(held, frame)
  if (frame.event !== 'application' || frame.data.kind !== held.kind) return { held, needs: settledNeeds }
  const row = readApplicationRow(frame.data)
  const before = held.rows.find(other => other.id === row.id)
  if (before === undefined) {
    const isOfCustomer = held.conversationId === null || held.conversationId === row.conversation_id
    if (!isOfCustomer) return { held, needs: { counts: false, list: true } }
    return { held: withApplication(held, row, moment), needs: { counts: true, list: false } }
  }
  const narrowed = { ...held.filter, status: undefined }
  const counted =
    matchesApplicationFilter(before, narrowed, moment) === matchesApplicationFilter(row, narrowed, moment)
  const counts = counted ? moveCount(held.counts, before.status, row.status) : held.counts
  return {
    held: { ...withApplication(held, row, moment), counts },
    needs: { counts: !counted, list: false },
  }
}

/** Which others of the conversation are counted behind the edge only the server knows. */
function withoutLost(
  held: ApplicationsState,
  frame: ChangeFrame,
): { readonly held: ApplicationsState; readonly needs: ApplicationsNeeds } {
  if (frame.event !== 'sight' || frame.data.conversation !== null)
    return { held, needs: { counts: false, list: false } }
  const rows = held.rows.filter(row => row.conversation_id !== frame.data.conversation_id)
  return {
    held: rows.length === held.rows.length ? held : { ...held, rows },
    needs: { counts: true, list: false },
  }
}

function withApplication(
  held: ApplicationsState,
  row: ApplicationRowEntity,
  moment: Moment,
): ApplicationsState {
  const others = held.rows.filter(other => other.id !== row.id)
  const isInside = !held.hasMore || held.edge === null || compareApplications(row, held.edge) <= 0
  const belongs = isInside && matchesApplicationFilter(row, held.filter, moment)
  return { ...held, rows: belongs ? [...others, row].toSorted(compareApplications) : others }
}

/** One application after a frame; null: there is none that the viewer may see. */
export function applyToApplication(
  held: ApplicationEntity | null,
  frame: ChangeFrame,
): ApplicationEntity | null {
  if (held === null || isLost(frame, held.conversation_id)) return null
  return frame.event === 'application' && frame.data.id === held.id ? readApplication(frame.data) : held
}
