import { applicationCalls } from '@parley/core/applications/api'
import type { Application, ApplicationKind, ApplicationRow } from '@parley/core/applications/application'
import { applicationNotFound } from '@parley/core/applications/rules'
import { ApiError } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import { conversationId, idOf } from '../http/ids.ts'
import { type Context, type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { addNote, type ApplicationEdit, setApplicationFlags, setApplicationStatus } from './actions.ts'
import { askForDocument } from './documents.ts'
import {
  applicationCounter,
  applicationExists,
  applicationRows,
  customerOf,
  type ListFilter,
} from './list.ts'
import { applicationById } from './queries.ts'
import { customerRequest } from './tell-customer.ts'

export function applicationRoutes(http: Http, writer: Writer): void {
  const ipp = handlersOf(writer, 'ipp')
  const lib = handlersOf(writer, 'lib')
  mount(http, applicationCalls, {
    ippApplications: ipp.list,
    libApplications: lib.list,
    ippApplication: ipp.one,
    libApplication: lib.one,
    ippApplicationRequest: ipp.request,
    libApplicationRequest: lib.request,
    setIppApplicationStatus: ipp.setStatus,
    setLibApplicationStatus: lib.setStatus,
    addIppApplicationNote: ipp.addNote,
    addLibApplicationNote: lib.addNote,
    setIppApplicationFlags: ipp.setFlags,
    setLibApplicationFlags: lib.setFlags,
    askIppApplicationDocument: ipp.askDocument,
    askLibApplicationDocument: lib.askDocument,
  })
}

type Calls = typeof applicationCalls
/** Structural, so that one handler serves the calls of both kinds. */
type In<N extends keyof Calls> = Pick<Context<Calls[N]>, 'params' | 'query' | 'body' | 'caller' | 'reply'>
type Ids = Pick<In<'ippApplicationRequest'>, 'params' | 'caller'>

function handlersOf<K extends ApplicationKind>(writer: Writer, kind: K) {
  const { db } = writer
  const countByStatus = applicationCounter(db)

  const idIn = (text: string): number => {
    const id = idOf(text)
    if (id === null) throw applicationNotFound(kind)
    return id
  }
  const customerIn = async (text: string) => {
    const customer = await customerOf(db, conversationId(text))
    if (customer === undefined) throw new ApiError('conversation.not-found', { id: text })
    return customer
  }
  const edited = async (
    { params, caller }: Ids,
    edit: (named: ApplicationEdit) => Promise<void>,
  ): Promise<Extract<Application, { kind: K }>> => {
    const id = idIn(params.id)
    await edit({ kind, id, caller })
    return applicationById(db, kind, id)
  }

  return {
    list: async ({ query, caller, reply }: In<'ippApplications'>) => {
      const seq = await currentSeq(db)
      reply.header('Parley-Seq', seq)
      const now = writer.now()
      const { status, range, search, order, limit } = query
      const filter: ListFilter = {
        kind,
        status,
        range,
        timeZone: query.time_zone,
        search,
        customer: query.conversation_id === undefined ? undefined : await customerIn(query.conversation_id),
        visibility: visibilityOf(caller),
      }
      const after = query.after === undefined ? undefined : idIn(query.after)
      if (after !== undefined && !(await applicationExists(db, kind, after))) throw applicationNotFound(kind)
      const rows = await applicationRows(db, filter, { limit, order, after }, now)
      const counts = await countByStatus(filter, seq, now)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      reply.header('Parley-Total', status === undefined ? all : (counts[status] ?? 0))
      reply.header('Parley-Counts', JSON.stringify(counts))
      return rows as (ApplicationRow & { readonly kind: K })[]
    },
    one: async ({ params, reply }: In<'ippApplication'>) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return applicationById(db, kind, idIn(params.id))
    },
    request: async ({ params, caller }: Ids) => {
      const application = await applicationById(db, kind, idIn(params.id))
      return customerRequest(db, application, { visibility: visibilityOf(caller), now: writer.now() })
    },
    setStatus: (context: In<'setIppApplicationStatus'>) =>
      edited(context, named => setApplicationStatus(writer, named, context.body)),
    addNote: (context: In<'addIppApplicationNote'>) =>
      edited(context, named => addNote(writer, named, context.body)),
    setFlags: (context: In<'setIppApplicationFlags' | 'setLibApplicationFlags'>) =>
      edited(context, named => setApplicationFlags(writer, named, context.body.flags, context.body.version)),
    askDocument: (context: In<'askIppApplicationDocument'>) =>
      edited(context, named => askForDocument(writer, named, context.body.document_type)),
  }
}
