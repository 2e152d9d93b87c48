import type { ApplicationKind } from '../api/applications.ts'
import type { ChangeFrame } from '../api/sockets.ts'
import { readApplication, readApplicationRows } from '../read/application.ts'
import { type ApplicationFilter, compareApplications, type Moment } from '../rules/application.ts'
import { applicationStatuses } from '../words/applications.ts'
import { applyToApplication, applyToApplications } from './applications.ts'
import type { ApplicationAsks } from './asks.ts'
import { readCounts } from './counts.ts'
import type { HeldApplication, HeldApplications } from './held.ts'
import { asked, type PageSizes } from './load.ts'
import type { RecentFrames } from './recent-frames.ts'
import { addFrameReducer } from './reducers.ts'

/*
 * From an answer about applications to what is held, and how frames change that. This file is part of no first
 * load: it tells `reducers.ts` of its words when it is loaded, which is before anything is held under them.
 */

/** What a list is of. */
export interface WantedApplications {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  /** Just those of the customer of this conversation; null for all. */
  readonly conversation: { readonly id: string; readonly phone: string | null } | null
}

/** Where the answers come from. */
export interface ApplicationWorld {
  readonly ask: ApplicationAsks
  readonly recent: RecentFrames
  /** The present, and the viewer's zone: ranges are theirs. */
  readonly moment: () => Required<Moment>
  readonly pageSizes: Pick<PageSizes, 'applications'>
  /** Whether frames are missing now. */
  isBehind(): boolean
}

/** Nothing that frames left open. */
export const lacksNothing = { counts: false, list: false } as const

type List = HeldApplications['value']

/** A list after one frame; what it cannot settle is added to what it lacks. */
function withFrame(held: List, frame: ChangeFrame, moment: Moment): List {
  const { held: next, needs } = applyToApplications(held, frame, moment)
  if (next === held && !needs.counts && !needs.list) return held
  const { lacks } = held
  return { ...next, lacks: { counts: lacks.counts || needs.counts, list: lacks.list || needs.list } }
}

addFrameReducer<List>('applications', withFrame)
addFrameReducer<HeldApplication['value']>('application', applyToApplication)

/** A list with what came above a number. */
const withFramesAfter = (list: List, seq: number, { recent, moment }: ApplicationWorld): List =>
  recent.after(seq).reduce((held, frame) => withFrame(held, frame, moment()), list)

const page = (
  { ask, moment, pageSizes }: ApplicationWorld,
  wanted: WantedApplications,
  after: string | undefined,
) => {
  const { kind, filter, conversation } = wanted
  const query = {
    ...filter,
    limit: pageSizes.applications,
    time_zone: moment().timeZone,
    ...(conversation !== null && { conversation_id: conversation.id }),
    ...(after !== undefined && { after }),
  }
  return ask.applications(kind, query)
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
  const answer = await asked(world.recent, () => page(world, wanted, undefined))
  const rows = readApplicationRows(answer.value)
  const seq = answer.seq ?? 0
  const list: List = {
    kind: wanted.kind,
    filter: wanted.filter,
    conversationId: wanted.conversation?.id ?? null,
    rows,
    hasMore: rows.length >= world.pageSizes.applications,
    edge: rows.at(-1) ?? null,
    counts: readCounts(answer.counts, applicationStatuses),
    lacks: lacksNothing,
  }
  return { value: withFramesAfter(list, seq, world), seq }
}

/** The page behind a list's edge, as a step from what the cache holds when it arrives to what it holds then. */
export async function loadMoreApplications(
  world: ApplicationWorld,
  wanted: WantedApplications,
  { value: { edge } }: HeldApplications,
): Promise<(held: HeldApplications) => HeldApplications> {
  if (edge === null) return held => held
  const answer = await asked(world.recent, () => page(world, wanted, edge.id))
  const rows = readApplicationRows(answer.value)
  return held => {
    if (held.value.edge?.id !== edge.id) return held
    const inPage = new Set(rows.map(({ id }) => id))
    const kept = held.value.rows.filter(({ id }) => !inPage.has(id))
    const longer: List = {
      ...held.value,
      rows: [...kept, ...rows].toSorted(compareApplications),
      hasMore: rows.length >= world.pageSizes.applications,
      edge: rows.at(-1) ?? edge,
    }
    // Rows move by what came since the page was read; the counts had it already.
    const played = withFramesAfter(longer, answer.seq ?? held.seq, world)
    return { ...held, value: { ...played, counts: held.value.counts } }
  }
}

/** One application, whole. */
export async function loadApplication(
  { ask, recent }: ApplicationWorld,
  kind: ApplicationKind,
  id: string,
): Promise<HeldApplication> {
  const answer = await asked(recent, () => ask.application(kind, id))
  const seq = answer.seq ?? 0
  if (answer.value === null) return { value: null, seq }
  return {
    value: recent
      .after(seq)
      .reduce<HeldApplication['value']>(applyToApplication, readApplication(answer.value)),
    seq,
  }
}
