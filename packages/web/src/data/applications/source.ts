import type {
  Application,
  ApplicationKind,
  ApplicationStatus,
  VerificationFlag,
} from '@parley/core/api/applications'
import type { DocumentType } from '@parley/core/api/attachments'
import type { ApplicationEntity } from '@parley/core/entities/application'
import type { Answer } from '@parley/core/live/answer'
import { type HeldApplication, type HeldApplications, keys } from '@parley/core/live/held'
import { pageSizes } from '@parley/core/live/load'
import {
  type ApplicationWorld,
  loadApplication,
  loadApplications,
  loadMoreApplications,
  type WantedApplications,
} from '@parley/core/live/load-applications'
import { readApplication } from '@parley/core/read/application'
import type { PointName } from '@parley/core/rules/open-points'
import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../client/api-failure.ts'
import { applicationAsksOf } from '../../client/asks.ts'
import { api } from '../../client/client.ts'
import { laterApi } from '../../client/later-client.ts'
import { lineIsBehind } from '../../sync/freshness.ts'
import { recentFrames, source, work } from '../../sync/source.ts'
import { takeAnswer } from '../../sync/take-answer.ts'

/** A status to set, with words about it; blank words are none. */
export interface StatusWish {
  readonly status: ApplicationStatus
  readonly notes: string
  /** Whether the customer hears of it, and what they are told beside; blank words are none. */
  readonly tell: boolean
  readonly customerWords: string
  /** The open points that were seen, where it is approved. */
  readonly despite: readonly PointName[]
  /** The same id is carried out once, however often it is sent. */
  readonly changeId: string
}

/** A note to add. */
export interface NoteWish {
  readonly content: string
  /** The same id is one note, however often it is sent. */
  readonly noteId: string
}

export type FlagWish = Readonly<Partial<Record<VerificationFlag, boolean>>>

type Named = Pick<ApplicationEntity, 'kind' | 'id'>
/** What an edit is based on. */
type Based = Named & Pick<ApplicationEntity, 'version'>

/**
 * Where applications are kept: on the server, or in this browser as sample data. What an operation changes stands in
 * everything held when it resolves. Operations reject with an `ApiFailure`, or with the `Refusal` of our own rule; an edit
 * based on an older version (`isStale`) changes nothing and brings the newer one into everything held.
 */
export interface ApplicationSource {
  /** Under which key a list is held. */
  listKey(wanted: WantedApplications): readonly unknown[]
  /** Under which key one is held. */
  key(kind: ApplicationKind, id: string): readonly unknown[]
  list(wanted: WantedApplications, held: HeldApplications | undefined): Promise<HeldApplications>
  more(
    wanted: WantedApplications,
    held: HeldApplications,
  ): Promise<(held: HeldApplications) => HeldApplications>
  get(kind: ApplicationKind, id: string): Promise<HeldApplication>
  setStatus(base: Based, wish: StatusWish): Promise<ApplicationEntity>
  addNote(application: Named, wish: NoteWish): Promise<ApplicationEntity>
  setFlags(base: Based, flags: FlagWish): Promise<ApplicationEntity>
  /** Asks the customer for a document that is missing; asked for a moment ago, it is not asked for again. */
  askDocument(application: Named, type: DocumentType): Promise<ApplicationEntity>
}

/** Whether somebody else's edit came first. */
export const isStale = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'application.stale'

/** Applications as the server stores them; everyone sees the same. */
export function servedApplications(
  client: QueryClient,
  ask: typeof api & typeof laterApi = { ...api, ...laterApi },
  recent: ApplicationWorld['recent'] = recentFrames,
): ApplicationSource {
  const world: ApplicationWorld = {
    ask: applicationAsksOf(ask, work),
    recent,
    moment: source.moment,
    pageSizes,
    isBehind: lineIsBehind.get,
  }
  const take = async (write: () => Promise<Answer<unknown>>): Promise<ApplicationEntity> =>
    readApplication(
      await takeAnswer(client, write, data => ({ event: 'application', data: data as Application })),
    )
  const versionOf = ({ version }: Based) => (version === null ? {} : { version })
  return {
    listKey: ({ kind, filter, conversation }) => keys.applications(kind, filter, conversation?.id ?? null),
    key: keys.application,
    list: (wanted, held) => loadApplications(world, wanted, held),
    more: (wanted, held) => loadMoreApplications(world, wanted, held),
    get: (kind, id) => loadApplication(world, kind, id),
    setStatus: (base, { status, notes, tell, customerWords, despite, changeId }) => {
      const call = base.kind === 'ipp' ? ask.setIppApplicationStatus : ask.setLibApplicationStatus
      const told = { tell_customer: tell, customer_words: customerWords.trim() }
      const seen = despite.length > 0 && { despite: despite.map(({ code, field }) => ({ code, field })) }
      const wish = { status, notes: notes.trim(), ...told, ...seen, client_change_id: changeId }
      const body = { ...wish, ...versionOf(base) }
      return take(() => call({ params: { id: base.id }, body }))
    },
    addNote: ({ kind, id }, { content, noteId }) => {
      const call = kind === 'ipp' ? ask.addIppApplicationNote : ask.addLibApplicationNote
      return take(() => call({ params: { id }, body: { content, client_note_id: noteId } }))
    },
    askDocument: ({ kind, id }, document_type) => {
      const call = kind === 'ipp' ? ask.askIppApplicationDocument : ask.askLibApplicationDocument
      return take(() => call({ params: { id }, body: { document_type } }))
    },
    setFlags: (base, flags) => {
      const params = { id: base.id }
      const based = versionOf(base)
      const { medical_checked: medical, ...common } = flags
      return take(() =>
        base.kind === 'ipp'
          ? ask.setIppApplicationFlags({ params, body: { flags: common, ...based } })
          : ask.setLibApplicationFlags({
              params,
              body: {
                flags: medical === undefined ? common : { ...common, medical_checked: medical },
                ...based,
              },
            }),
      )
    },
  }
}
