import type { Application, ApplicationKind } from '@parley/core/applications/application'
import { applicationDraftCalls } from '@parley/core/applications/drafts'
import { applicationNotFound } from '@parley/core/applications/rules'
import { applicationsById } from '../applications/queries.ts'
import type { Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { conversationId, idOf } from '../http/ids.ts'
import { type Context, type Http, mount } from '../http/mount.ts'
import { letBotAsk } from './ask-form.ts'
import { beginForm } from './begin-form.ts'
import { fillFields } from './fill-fields.ts'

type Of<K extends ApplicationKind> = Extract<Application, { readonly kind: K }>
type BeginBody = Context<typeof applicationDraftCalls.beginIppApplication>['body']

/** What agents do with a form on a customer's behalf. */
export function draftRoutes(http: Http, writer: Writer): void {
  const known = async <K extends ApplicationKind>(kind: K, id: number): Promise<Of<K>> => {
    const application = (await applicationsById(writer.db, [id])).get(id)
    if (application === undefined || application.kind !== kind) throw applicationNotFound(kind)
    return application as Of<K>
  }
  const begun = async <K extends ApplicationKind>(kind: K, body: BeginBody, by: Caller): Promise<Of<K>> => {
    const wanted = { conversationId: conversationId(body.conversation_id), botAsks: body.bot_asks }
    return known(kind, await beginForm(writer, { kind, ...wanted, by }))
  }
  /** Makes an edit, and answers what came of it. */
  const edited = async <K extends ApplicationKind>(
    kind: K,
    text: string,
    edit: (id: number) => Promise<void>,
  ): Promise<Of<K>> => {
    const id = idOf(text)
    if (id === null) throw applicationNotFound(kind)
    await edit(id)
    return known(kind, id)
  }
  mount(
    http,
    applicationDraftCalls,
  )({
    beginIppApplication: ({ body, caller }) => begun('ipp', body, caller),
    beginLibApplication: ({ body, caller }) => begun('lib', body, caller),
    fillIppApplication: ({ params, body, caller }) =>
      edited('ipp', params.id, id => fillFields(writer, { kind: 'ipp', id, caller }, body)),
    fillLibApplication: ({ params, body, caller }) =>
      edited('lib', params.id, id => fillFields(writer, { kind: 'lib', id, caller }, body)),
    letBotAskIppApplication: ({ params, caller }) =>
      edited('ipp', params.id, id => letBotAsk(writer, { kind: 'ipp', id, caller })),
    letBotAskLibApplication: ({ params, caller }) =>
      edited('lib', params.id, id => letBotAsk(writer, { kind: 'lib', id, caller })),
  })
}
