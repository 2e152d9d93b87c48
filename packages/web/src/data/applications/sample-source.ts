import type {
  ApplicationEntity,
  ApplicationKind,
  ApplicationStatus,
} from '@parley/core/applications/application'
import {
  addNote,
  applyAsk,
  applicationNotFound,
  applyFlags,
  applyStatus,
  applicationOrder,
  hasPhone,
  matchesApplicationFilter,
} from '@parley/core/applications/rules'
import { despitePoints } from '@parley/core/applications/open-points'
import { type Delay, sampleDelayMs } from '../capabilities/sample-delay.ts'
import { sampleApplicationSet } from './sample-set.ts'
import type { ApplicationPage, ApplicationSource, WantedApplications } from './source.ts'

/** What the sample source needs of the page. */
interface SampleApplicationsWorld {
  readonly delay: Delay
  readonly now: () => Date
  /** Who is signed in. */
  readonly agent: () => { readonly id: string; readonly name: string } | null
  /** What this browser keeps of earlier changes; undefined for none. */
  readonly kept: () => Promise<readonly ApplicationEntity[] | undefined>
  readonly keep: (changed: readonly ApplicationEntity[]) => void
  /** Hears of every change, so that lists on the screen follow. */
  readonly changed: (application: ApplicationEntity, relist: Relist) => void
}

/** A list as it is now. */
type Relist = (wanted: WantedApplications) => ApplicationPage

const sampleListKey = ({ kind, filter, conversation }: WantedApplications) =>
  ['sample-applications', kind, filter, conversation] as const
export const sampleApplicationKey = (kind: ApplicationKind, id: string) =>
  ['sample-application', kind, id] as const

/**
 * The built-in sample applications (API-53): no call, half a second for each operation, the rules of the server. What is
 * changed stays in this browser; applications of a conversation are matched by phone number.
 */
export function sampleApplications(world: SampleApplicationsWorld): ApplicationSource {
  const { delay, now, agent } = world
  let all: Promise<Map<string, ApplicationEntity>> | null = null
  let known: ReadonlyMap<string, ApplicationEntity> = new Map()
  const changedIds = new Set<string>()

  const load = async () => {
    const built = new Map(sampleApplicationSet(now()).map(one => [one.id, one]))
    for (const one of (await world.kept()) ?? []) {
      // Where its files are may differ from one release to the next.
      const fresh = built.get(one.id)
      if (fresh === undefined) continue
      // An earlier release may have kept less of it.
      built.set(one.id, { ...fresh, ...one, attachments: fresh.attachments })
      changedIds.add(one.id)
    }
    known = built
    return built
  }
  const set = () => {
    all ??= load()
    return all
  }

  const find = async (kind: ApplicationKind, id: string): Promise<ApplicationEntity> => {
    const application = (await set()).get(id)
    if (application === undefined || application.kind !== kind) throw applicationNotFound(kind)
    return application
  }

  const put = async (application: ApplicationEntity): Promise<ApplicationEntity> => {
    const held = await set()
    held.set(application.id, application)
    changedIds.add(application.id)
    world.keep([...held.values()].filter(({ id }) => changedIds.has(id)))
    world.changed(application, relist)
    return application
  }

  const relist: Relist = wanted => {
    const { kind, filter, conversation } = wanted
    const moment = { now: now() }
    const ofCustomer = [...known.values()].filter(
      one => one.kind === kind && (conversation === null || hasPhone(one, conversation.phone)),
    )
    const counts: Partial<Record<ApplicationStatus, number>> = {}
    for (const one of ofCustomer) {
      if (matchesApplicationFilter(one, { ...filter, status: undefined }, moment))
        counts[one.status] = (counts[one.status] ?? 0) + 1
    }
    const rows = ofCustomer
      .filter(one => matchesApplicationFilter(one, filter, moment))
      .toSorted(applicationOrder(filter.order))
    return { rows, counts, next: null, seq: 0 }
  }

  const changes = new Set<string>()

  return {
    listKey: sampleListKey,
    key: sampleApplicationKey,
    page: async wanted => {
      await Promise.all([delay(sampleDelayMs), set()])
      return relist(wanted)
    },
    get: async (kind, id) => {
      await Promise.all([delay(sampleDelayMs), set()])
      const application = known.get(id)
      return { value: application?.kind === kind ? application : null, seq: 0 }
    },
    setStatus: async ({ kind, id }, { status, notes, despite, changeId }) => {
      await delay(sampleDelayMs)
      const application = await find(kind, id)
      if (changes.has(changeId)) return application
      const open = despitePoints(application, { status, despite }, now())
      changes.add(changeId)
      return put(applyStatus(application, { status, notes, despite: open }, agent(), now()))
    },
    addNote: async ({ kind, id }, { content, noteId }) => {
      await delay(sampleDelayMs)
      return put(addNote(await find(kind, id), { id: noteId, content }, agent(), now()))
    },
    askDocument: async ({ kind, id }, type) => {
      await delay(sampleDelayMs)
      return put(applyAsk(await find(kind, id), type, agent(), now()))
    },
    setFlags: async ({ kind, id }, flags) => {
      await delay(sampleDelayMs)
      return put(applyFlags(await find(kind, id), flags, agent(), now()))
    },
  }
}
