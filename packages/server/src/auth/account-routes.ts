import { accountCalls } from '@parley/core/account/api'
import { isSecondFactorDemanded } from '@parley/core/account/rules'
import { AgentId } from '@parley/core/ids'
import type { Writer } from '../db/write.ts'
import { sessionId } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { changePassword } from './password.ts'
import { accountById, ownerOfReset } from './queries.ts'
import { secondFactorOf } from './second-factor.ts'
import type { Seal } from './secrets.ts'
import { endSessionOf, endSessionsBut, type Leave, sessionsOf } from './sessions.ts'
import { beginFactor, confirmFactor, renewRecoveryCodes, turnOffFactor } from './set-up-factor.ts'
import type { OneTimeTokens } from './tokens.ts'

export function accountRoutes(
  http: Http,
  {
    writer,
    leave,
    links,
    seal,
  }: {
    readonly writer: Writer
    readonly leave: Leave
    readonly links: OneTimeTokens
    readonly seal: Seal
  },
): void {
  const { db, now } = writer
  mount(http, accountCalls, {
    account: async ({ caller }) => {
      const { id, name, email } = await accountById(db, caller.agentId)
      const { isOn, codesLeft } = await secondFactorOf(db, id)
      const demanded = isSecondFactorDemanded(caller.settings.second_factor, caller.role)
      const second_factor = { on: isOn, recovery_codes_left: codesLeft, demanded }
      return { id: AgentId.parse(String(id)), name, email, role: caller.role, second_factor }
    },

    resetLinkOwner: async ({ body, caller }) => {
      const owner = await ownerOfReset(db, links.hashOf(body.token.trim()), now())
      if (owner === undefined) return { whose: null }
      const whose: 'own' | 'other' = owner.id === caller.agentId ? 'own' : 'other'
      return { whose }
    },

    beginSecondFactor: async ({ body, caller }) => {
      const { secret, otpauthUrl, qr } = await beginFactor(writer, seal, caller, body.password)
      return { secret, otpauth_url: otpauthUrl, qr }
    },

    confirmSecondFactor: async ({ body, caller, request }) => {
      const codes = await confirmFactor(writer, seal, caller, body.code)
      request.log.info({ event: 'second-factor.on', agent: caller.agentId, address: request.ip }, 'changed')
      return { recovery_codes: [...codes] }
    },

    turnOffSecondFactor: async ({ body, caller, request }) => {
      await turnOffFactor(writer, seal, caller, body)
      request.log.warn({ event: 'second-factor.off', agent: caller.agentId, address: request.ip }, 'changed')
      return undefined
    },

    renewRecoveryCodes: async ({ body, caller }) => ({
      recovery_codes: [...(await renewRecoveryCodes(writer, seal, caller, body))],
    }),

    changePassword: async ({ body, caller, request }) => {
      const passwords = { current: body.current_password, next: body.new_password }
      const ended_count = await changePassword(writer, caller, passwords)
      request.log.info({ event: 'password.changed', agent: caller.agentId, address: request.ip }, 'changed')
      return { ended_count }
    },

    ownSessions: async ({ caller }) => sessionsOf(db, caller.agentId, caller, now()),

    endOwnSession: async ({ params, caller, request }) => {
      const id = sessionId(params.id)
      await endSessionOf(writer, id, { agentId: caller.agentId, by: caller, leave })
      const facts = { event: 'session.ended', session: id, agent: caller.agentId, address: request.ip }
      request.log.info(facts, 'by its owner')
      return undefined
    },

    endOtherSessions: async ({ caller, request }) => {
      const ended_count = await endSessionsBut(writer, { agentId: caller.agentId, by: caller, leave })
      const facts = { event: 'session.ended', count: ended_count, agent: caller.agentId, address: request.ip }
      request.log.info(facts, 'all other sessions, by their owner')
      return { ended_count }
    },
  })
}
