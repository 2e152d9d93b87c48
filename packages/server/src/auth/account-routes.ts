import { accountCalls } from '@parley/core/api/account'
import { AgentId } from '@parley/core/api/ids'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { sessionId } from '../http/path-ids.ts'
import { changePassword } from './change-password.ts'
import type { Leave } from './end.ts'
import { accountById } from './queries.ts'
import { endSessionOf, endSessionsBut, sessionsOf } from './sessions.ts'

/** What everybody may do with the own account. */
export function accountRoutes(http: Http, { writer, leave }: { writer: Writer; leave: Leave }): void {
  const { db, now } = writer
  mount(
    http,
    accountCalls,
  )({
    account: async ({ caller }) => {
      const { id, name, email } = await accountById(db, caller.agentId)
      return { id: AgentId.parse(String(id)), name, email }
    },

    changePassword: async ({ body, caller, request }) => {
      const passwords = { current: body.current_password, next: body.new_password }
      const ended_count = await changePassword(writer, caller, passwords)
      request.log.info({ event: 'password.changed', agent: caller.agentId, address: request.ip }, 'changed')
      return { ended_count }
    },

    ownSessions: async ({ caller }) => sessionsOf(db, caller.agentId, caller, now()),

    endOwnSession: async ({ params, caller }) => {
      await endSessionOf(writer, sessionId(params.id), { agentId: caller.agentId, by: caller, leave })
      return undefined
    },

    endOtherSessions: async ({ caller }) => ({
      ended_count: await endSessionsBut(writer, { agentId: caller.agentId, by: caller, leave }),
    }),
  })
}
