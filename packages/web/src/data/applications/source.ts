import type {
  ApplicationEntity,
  ApplicationKind,
  ApplicationRowEntity,
  ApplicationStatus,
} from '@parley/core/applications/application'
import { applicationStatuses } from '@parley/core/applications/constants'
import type { PointName } from '@parley/core/applications/open-points'
import type { ApplicationFilter } from '@parley/core/applications/rules'
import type { DocumentType } from '@parley/core/attachments/api'
import { type Cached, keys } from '@parley/core/live/cached'
import type { Answer } from '@parley/core/live/fetchers'
import { readApplication, readApplicationRows } from '@parley/core/read/work'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { orNothing } from '../../client/asks.ts'
import { api } from '../../client/client.ts'
import { invalidate } from '../../sync/invalidate.ts'
import { editCached } from '../../sync/query-cache.ts'
import { fetched, work } from '../../sync/source.ts'
import type { ApplicationBase, StatusDraft } from './drafts.ts'
import { heldWrite } from '../../sync/take-answer.ts'
import { fetchPage, type Page } from '../../sync/use-pages.ts'

/** What a list is of. */
export interface WantedApplications {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  /** Just those of the customer of this conversation; null for all. */
  readonly conversation: { readonly id: string; readonly phone: string | null } | null
}

export type ApplicationPage = Page<ApplicationRowEntity, ApplicationStatus>
/** Null: there is no such application. */
export type CachedApplication = Cached<ApplicationEntity | null>

/** A status to set, with words about it; blank words are none. The same `changeId` is carried out once. */
export interface StatusWish extends Pick<StatusDraft, 'notes' | 'tell' | 'customerWords' | 'changeId'> {
  readonly status: ApplicationStatus
  /** The open points that were seen, where it is approved. */
  readonly despite: readonly PointName[]
}

/** A note to add. */
export interface NoteWish {
  readonly content: string
  /** The same id is one note, however often it is sent. */
  readonly noteId: string
}

export type FlagWish = ApplicationBase['flags']

const pageSize = 200
/** Ranges of time are the viewer's. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

type Named = Pick<ApplicationEntity, 'kind' | 'id'>
/** What an edit is based on. */
type Based = Named & Pick<ApplicationEntity, 'version'>

/**
 * Where applications are kept: on the server, or in this browser as sample data. What an operation changes stands in
 * everything held when it resolves. Operations reject with an `ApiFailure`, or with the `ApiError` of our own rule; an edit
 * based on an older version (`isStale`) changes nothing and brings the newer one into everything held.
 */
export interface ApplicationSource {
  /** Under which key a list is held. */
  listKey(wanted: WantedApplications): readonly unknown[]
  /** Under which key one is held. */
  key(kind: ApplicationKind, id: string): readonly unknown[]
  /** One page, newest submission first; `after` is null for the first one. */
  page(wanted: WantedApplications, after: string | null): Promise<ApplicationPage>
  get(kind: ApplicationKind, id: string): Promise<CachedApplication>
  setStatus(base: Based, wish: StatusWish): Promise<ApplicationEntity>
  addNote(application: Named, wish: NoteWish): Promise<ApplicationEntity>
  setFlags(base: Based, flags: FlagWish): Promise<ApplicationEntity>
  /** Asks the customer for a document that is missing; asked for a moment ago, it is not asked for again. */
  askDocument(application: Named, type: DocumentType): Promise<ApplicationEntity>
}

const versionOf = ({ version }: Based) => (version === null ? {} : { version })

/** Whether somebody else's edit came first. */
export const isStale = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'application.stale'

/**
 * Runs a write. Its answer, or what a refused edit says that there is now, stands in the application at once; lists are
 * fetched again. Rejects as the call does.
 */
function holdWrite(
  client: QueryClient,
  write: () => Promise<{ readonly value: unknown }>,
): Promise<ApplicationEntity> {
  const hold = (value: unknown): ApplicationEntity => {
    const application = readApplication(value)
    const { kind, id } = application
    editCached<CachedApplication>(client, keys.application(kind, id), cached => ({
      ...cached,
      value: application,
    }))
    void invalidate(client, 'application', application)
    return application
  }
  return heldWrite(write, hold)
}

/** Applications as the server stores them; everyone sees the same. */
export function servedApplications(client: QueryClient, ask: typeof api = api): ApplicationSource {
  const take = (write: () => Promise<Answer<unknown>>) => holdWrite(client, write)
  const askPage = ({ kind, filter, conversation }: WantedApplications, after: string | null) => {
    const query = {
      ...filter,
      limit: pageSize,
      time_zone: timeZone,
      ...(conversation !== null && { conversation_id: conversation.id }),
      ...(after !== null && { after }),
    }
    const alone = () => (kind === 'ipp' ? ask.ippApplications({ query }) : ask.libApplications({ query }))
    // Beside a thread the first page comes with what else stands there.
    return conversation === null || after !== null
      ? alone()
      : work.ask({ conversationId: conversation.id, part: kind, limit: pageSize }, alone)
  }
  return {
    listKey: ({ kind, filter, conversation }) => keys.applications(kind, filter, conversation?.id ?? null),
    key: keys.application,
    page: (wanted, after) =>
      fetchPage(() => askPage(wanted, after), {
        read: readApplicationRows,
        size: pageSize,
        placeOf: row => row.id,
        statuses: applicationStatuses,
      }),
    get: (kind, id) =>
      fetched(
        () => {
          const call = kind === 'ipp' ? ask.ippApplication : ask.libApplication
          return orNothing(call({ params: { id } }))
        },
        value => (value === null ? null : readApplication(value)),
      ),
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
      const { medical_checked, ...common } = flags
      if (base.kind === 'ipp')
        return take(() => ask.setIppApplicationFlags({ params, body: { flags: common, ...based } }))
      const medical = medical_checked !== undefined && { medical_checked }
      return take(() =>
        ask.setLibApplicationFlags({ params, body: { flags: { ...common, ...medical }, ...based } }),
      )
    },
  }
}

/** A field to be filled in, in the agent's words. */
interface FieldWish {
  readonly field: string
  readonly value: string
  /** When the value was given that its author sees; null: there is none. */
  readonly replaces: string | null
}

/**
 * What an agent does with a form on a customer's behalf, as the server does it; samples know none. What an operation changes
 * stands in everything held when it resolves; it rejects with an `ApiFailure`, whose `fields` say why a value is none.
 */
export function useFormWork() {
  const client = useQueryClient()
  return useMemo(() => {
    const take = (write: () => Promise<Answer<unknown>>) => holdWrite(client, write)
    return {
      /** Begins one; `bot_asks`: the bot asks the customer for it from here on. */
      begin: (kind: ApplicationKind, conversation_id: string, bot_asks: boolean) => {
        const call = kind === 'ipp' ? api.beginIppApplication : api.beginLibApplication
        return take(() => call({ body: { conversation_id, bot_asks } }))
      },
      fill: (application: Based, wish: FieldWish) => {
        const { kind, id } = application
        const call = kind === 'ipp' ? api.fillIppApplication : api.fillLibApplication
        return take(() => call({ params: { id }, body: { fields: [wish], ...versionOf(application) } }))
      },
      /** Gives the conversation to the bot, which asks for what is still open. */
      letBotAsk: ({ kind, id }: Named) => {
        const call = kind === 'ipp' ? api.letBotAskIppApplication : api.letBotAskLibApplication
        return take(() => call({ params: { id } }))
      },
    }
  }, [client])
}

/**
 * Has the server prepare a message that asks the customer for what stands open, in their language, to be looked at and sent in
 * this conversation. Rejects with the reason where they cannot be asked.
 */
export async function prepareRequest(
  { kind, id }: Pick<ApplicationEntity, 'kind' | 'id'>,
  ask: Pick<typeof api, 'ippApplicationRequest' | 'libApplicationRequest'> = api,
) {
  const call = kind === 'ipp' ? ask.ippApplicationRequest : ask.libApplicationRequest
  const { value } = await call({ params: { id } })
  return { conversationId: value.conversation_id, text: value.text }
}

/** Whether it was not approved because a point stands open that nobody confirmed. */
export const isPointsOpen = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.code === 'application.points-open'
