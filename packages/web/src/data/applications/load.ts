import type { ApplicationKind } from '@parley/core/api/applications'
import type { ChangeFrame } from '@parley/core/api/sockets'
import { applyToApplication, applyToApplications } from '@parley/core/live'
import { readApplication, readApplicationRows } from '@parley/core/read/application'
import { type ApplicationFilter, compareApplications, type Moment } from '@parley/core/rules/application'
import { applicationStatuses } from '@parley/core/words/applications'
import { ApiFailure, isMissing } from '../../client/api-failure.ts'
import type { Answer } from '../../client/caller.ts'
import type { api } from '../../client/client.ts'
import { serverNow } from '../../client/server-clock.ts'
import type { HeldApplication, HeldApplications } from '../../sync/cache-keys.ts'
import { addFrameReducer } from '../../sync/frame-reducers.ts'
import { asked, type Source } from '../../sync/load.ts'

/*
 * From an answer about applications to what the cache holds, and how frames change that. This file is part of no first
 * load: it tells `frame-reducers.ts` of its words when it is loaded, which is before anything is held under them.
 */

/** What a list is of. */
export interface WantedApplications {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  /** Just those of the customer of this conversation; null for all. */
  readonly conversation: { readonly id: string; readonly phone: string | null } | null
}

/** The calls that answer about applications. */
export type ApplicationAsks = Pick<
  typeof api,
  'ippApplications' | 'ippApplication' | 'libApplications' | 'libApplication'
>

/** Where the answers come from. */
export interface ApplicationWorld {
  readonly ask: ApplicationAsks
  readonly recent: Source['recent']
  /** Whether frames are missing now. */
  isBehind(): boolean
}

export const applicationPageSize = 200

/** Nothing that frames left open. */
export const lacksNothing = { counts: false, list: false } as const

const moment = (): Moment => ({ now: new Date(serverNow()) })
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

type List = HeldApplications['value']

/** A list after one frame; what it cannot settle is added to what it lacks. */
export function withFrame(held: List, frame: ChangeFrame): List {
  const { held: next, needs } = applyToApplications(held, frame, moment())
  if (next === held && !needs.counts && !needs.list) return held
  const { lacks } = held
  return { ...next, lacks: { counts: lacks.counts || needs.counts, list: lacks.list || needs.list } }
}

const followOne = (held: HeldApplication['value'], frame: ChangeFrame) =>
  held === null ? held : applyToApplication(held, frame)

addFrameReducer<List>('applications', withFrame)
addFrameReducer<HeldApplication['value']>('application', followOne)

const page = ({ ask }: ApplicationWorld, wanted: WantedApplications, after: string | undefined) => {
  const { kind, filter, conversation } = wanted
  const query = {
    ...filter,
    limit: applicationPageSize,
    time_zone: timeZone(),
    ...(conversation !== null && { conversation_id: conversation.id }),
    ...(after !== undefined && { after }),
  }
  return (kind === 'ipp' ? ask.ippApplications : ask.libApplications)({ query })
}

/** The newest rows of a list: as many pages as are held already, so that a reader far down stays there. */
export async function loadApplications(
  world: ApplicationWorld,
  wanted: WantedApplications,
  held: HeldApplications | undefined,
): Promise<HeldApplications> {
  const rowsHeld = held?.value.rows.length ?? 0
  let list = await firstPage(world, wanted)
  if (world.isBehind()) return withTail(list, held)
  while (list.value.hasMore && list.value.rows.length < rowsHeld)
    list = (await loadMoreApplications(world, wanted, list))(list)
  return list
}

/** The first page before what is held behind it: while no frames come, a long list must not cost a call for each page. */
function withTail(head: HeldApplications, held: HeldApplications | undefined): HeldApplications {
  const { edge, hasMore, rows } = head.value
  if (held === undefined || edge === null || !hasMore) return head
  const inHead = new Set(rows.map(({ id }) => id))
  const tail = held.value.rows.filter(row => !inHead.has(row.id) && compareApplications(row, edge) > 0)
  if (tail.length === 0) return head
  const { hasMore: goesOn, edge: last } = held.value
  const value = { ...head.value, rows: [...rows, ...tail], hasMore: goesOn, edge: last }
  return { ...head, value, isTailOld: true }
}

async function firstPage(world: ApplicationWorld, wanted: WantedApplications): Promise<HeldApplications> {
  const answer = await asked<unknown>(world.recent, () => page(world, wanted, undefined))
  const rows = readApplicationRows(answer.value)
  const seq = answer.seq ?? 0
  const list: List = {
    kind: wanted.kind,
    filter: wanted.filter,
    conversationId: wanted.conversation?.id ?? null,
    rows,
    hasMore: rows.length >= applicationPageSize,
    edge: rows.at(-1) ?? null,
    counts: countsOf(answer.counts),
    lacks: lacksNothing,
  }
  return { value: world.recent.after(seq).reduce(withFrame, list), seq }
}

/** The page behind a list's edge, as a step from what the cache holds when it arrives to what it holds then. */
export async function loadMoreApplications(
  world: ApplicationWorld,
  wanted: WantedApplications,
  { value: { edge } }: HeldApplications,
): Promise<(held: HeldApplications) => HeldApplications> {
  if (edge === null) return held => held
  const answer = await asked<unknown>(world.recent, () => page(world, wanted, edge.id))
  const rows = readApplicationRows(answer.value)
  return held => {
    if (held.value.edge?.id !== edge.id) return held
    const inPage = new Set(rows.map(({ id }) => id))
    const kept = held.value.rows.filter(({ id }) => !inPage.has(id))
    const longer: List = {
      ...held.value,
      rows: [...kept, ...rows].toSorted(compareApplications),
      hasMore: rows.length >= applicationPageSize,
      edge: rows.at(-1) ?? edge,
    }
    // Rows move by what came since the page was read; the counts had it already.
    const played = world.recent.after(answer.seq ?? held.seq).reduce(withFrame, longer)
    return { ...held, value: { ...played, counts: held.value.counts } }
  }
}

/** Parley-Counts; empty where a server gives none. */
function countsOf(header: string | null): List['counts'] {
  if (header === null) return {}
  try {
    const parsed = JSON.parse(header) as Record<string, unknown>
    return Object.fromEntries(applicationStatuses.map(status => [status, Number(parsed[status] ?? 0)]))
  } catch (cause) {
    throw new ApiFailure({ kind: 'malformed', cause })
  }
}

/** One application, whole. */
export async function loadApplication(
  { ask, recent }: ApplicationWorld,
  kind: ApplicationKind,
  id: string,
): Promise<HeldApplication> {
  const none: Answer<null> = { value: null, seq: null, total: null, counts: null }
  const answer = await asked<unknown>(recent, () =>
    (kind === 'ipp' ? ask.ippApplication : ask.libApplication)({ params: { id } }).catch((cause: unknown) => {
      if (isMissing(cause)) return none
      throw cause
    }),
  )
  const seq = answer.seq ?? 0
  if (answer.value === null) return { value: null, seq }
  return { value: recent.after(seq).reduce(applyToApplication, readApplication(answer.value)), seq }
}
