import type { FastifyError, FastifyRequest } from 'fastify'
import { bulkCalls } from '@parley/core/bulk/api'
import type { Caller } from '../http/caller.ts'
import { type Http, mount, requireArea } from '../http/mount.ts'
import { apiErrorOf } from '../http/errors.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { type BulkDeps, changeBy, undoOne } from './actions.ts'
import { changeEach } from './each.ts'

export function bulkRoutes(http: Http, deps: BulkDeps): void {
  const asked = (caller: Caller, request: FastifyRequest) => ({
    reader: deps.writer.db,
    visibility: visibilityOf(caller),
    apiErrorOf: (cause: unknown) => apiErrorOf(cause as FastifyError, request),
  })
  mount(http, bulkCalls, {
    changeConversations: async ({ body, caller, request }) => {
      if (body.action.kind === 'status') requireArea(http, 'conversation-status')
      const change = changeBy(deps, body.action, caller)
      const some = body.conversation_ids.map(id => ({ conversation_id: id }))
      return { results: await changeEach(some, { ...asked(caller, request), change }) }
    },
    undoConversations: async ({ body, caller, request }) => {
      if (body.changes.some(({ undo }) => undo.kind === 'status')) requireArea(http, 'conversation-status')
      const change = (id: number, { undo }: (typeof body.changes)[number]) => undoOne(deps, id, undo, caller)
      return { results: await changeEach(body.changes, { ...asked(caller, request), change }) }
    },
  })
}
