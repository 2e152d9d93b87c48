import { applicationCalls } from '@parley/core/applications/api'
import type { Application, ApplicationKind } from '@parley/core/applications/application'
import { applicationNotFound } from '@parley/core/applications/rules'
import { Refusal } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { conversationId, idOf } from '../http/ids.ts'
import { type Context, type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { sightOf } from '../sight/queries.ts'
import { addNote } from './add-note.ts'
import { askForDocument } from './ask-document.ts'
import { applicationCounter } from './counts.ts'
import { applicationsById } from './queries.ts'
import { customerRequest } from './request.ts'
import { applicationExists, applicationRows, customerOf, type ListFilter } from './rows.ts'
import { setApplicationFlags } from './set-flags.ts'
import { setApplicationStatus } from './set-status.ts'

type Of<K extends ApplicationKind> = Extract<Application, { readonly kind: K }>
type ListContext = Context<typeof applicationCalls.ippApplications>
type ListQuery = ListContext['query']
type Reply = ListContext['reply']

const applicationId = (kind: ApplicationKind, text: string): number => {
  const id = idOf(text)
  if (id === null) throw applicationNotFound(kind)
  return id
}

export function applicationRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  const countByStatus = applicationCounter(db)

  const known = async <K extends ApplicationKind>(kind: K, id: number): Promise<Of<K>> => {
    const application = (await applicationsById(db, [id])).get(id)
    if (application === undefined || application.kind !== kind) throw applicationNotFound(kind)
    return application as Of<K>
  }

  const filterOf = async (kind: ApplicationKind, query: ListQuery, caller: Caller): Promise<ListFilter> => {
    const filter = {
      kind,
      status: query.status,
      range: query.range,
      timeZone: query.time_zone,
      search: query.search,
      sight: sightOf(caller),
    }
    if (query.conversation_id === undefined) return filter
    const customer = await customerOf(db, conversationId(query.conversation_id))
    if (customer === undefined) throw new Refusal('conversation.not-found', { id: query.conversation_id })
    return { ...filter, customer }
  }

  const list = async <K extends ApplicationKind>(
    kind: K,
    { query, caller, reply }: Pick<ListContext, 'query' | 'caller' | 'reply'>,
  ) => {
    const seq = await currentSeq(db)
    reply.header('Parley-Seq', seq)
    const now = writer.now()
    const filter = await filterOf(kind, query, caller)
    const after = query.after === undefined ? undefined : applicationId(kind, query.after)
    if (after !== undefined && !(await applicationExists(db, kind, after))) throw applicationNotFound(kind)
    const rows = await applicationRows(db, filter, { limit: query.limit, after }, now)
    const counts = await countByStatus(filter, seq, now)
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    reply.header('Parley-Total', query.status === undefined ? all : (counts[query.status] ?? 0))
    reply.header('Parley-Counts', JSON.stringify(counts))
    return rows as (Awaited<ReturnType<typeof applicationRows>>[number] & { readonly kind: K })[]
  }

  const one = async <K extends ApplicationKind>(kind: K, id: string, reply: Reply): Promise<Of<K>> => {
    reply.header('Parley-Seq', await currentSeq(db))
    return known(kind, applicationId(kind, id))
  }

  const request = async (kind: ApplicationKind, id: string, caller: Caller) => {
    const application = await known(kind, applicationId(kind, id))
    return customerRequest(db, application, { sight: sightOf(caller), now: writer.now() })
  }

  /** Makes an edit, and answers what came of it. */
  const edited = async <K extends ApplicationKind>(
    kind: K,
    text: string,
    edit: (id: number) => Promise<void>,
  ): Promise<Of<K>> => {
    const id = applicationId(kind, text)
    await edit(id)
    return known(kind, id)
  }

  mount(
    http,
    applicationCalls,
  )({
    ippApplications: context => list('ipp', context),
    libApplications: context => list('lib', context),
    ippApplication: ({ params, reply }) => one('ipp', params.id, reply),
    libApplication: ({ params, reply }) => one('lib', params.id, reply),
    ippApplicationRequest: ({ params, caller }) => request('ipp', params.id, caller),
    libApplicationRequest: ({ params, caller }) => request('lib', params.id, caller),
    setIppApplicationStatus: ({ params, body, caller }) =>
      edited('ipp', params.id, id => setApplicationStatus(writer, { kind: 'ipp', id, caller }, body)),
    setLibApplicationStatus: ({ params, body, caller }) =>
      edited('lib', params.id, id => setApplicationStatus(writer, { kind: 'lib', id, caller }, body)),
    addIppApplicationNote: ({ params, body, caller }) =>
      edited('ipp', params.id, id => addNote(writer, { kind: 'ipp', id, caller }, body)),
    addLibApplicationNote: ({ params, body, caller }) =>
      edited('lib', params.id, id => addNote(writer, { kind: 'lib', id, caller }, body)),
    setIppApplicationFlags: ({ params, body, caller }) =>
      edited('ipp', params.id, id =>
        setApplicationFlags(writer, { kind: 'ipp', id, caller }, body.flags, body.version),
      ),
    setLibApplicationFlags: ({ params, body, caller }) =>
      edited('lib', params.id, id =>
        setApplicationFlags(writer, { kind: 'lib', id, caller }, body.flags, body.version),
      ),
    askIppApplicationDocument: ({ params, body, caller }) =>
      edited('ipp', params.id, id => askForDocument(writer, { kind: 'ipp', id, caller }, body.document_type)),
    askLibApplicationDocument: ({ params, body, caller }) =>
      edited('lib', params.id, id => askForDocument(writer, { kind: 'lib', id, caller }, body.document_type)),
  })
}
