import { agentCalls, type AgentProfile } from '@parley/core/agents/api'
import { type PasswordLink, peopleCalls } from '@parley/core/agents/people'
import type { AuditAction } from '@parley/core/audit/constants'
import { ApiError } from '@parley/core/errors'
import type { Actor } from '../audit/record.ts'
import type { ResetLink } from '../auth/password.ts'
import { endSessionOf, endSessionsBut, type Leave, sessionsOf } from '../auth/sessions.ts'
import { dropFactor } from '../auth/set-up-factor.ts'
import type { OneTimeTokens } from '../auth/tokens.ts'
import { write, type Writer } from '../db/write.ts'
import { agentId, sessionId } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { currentSeq } from '../live/log.ts'
import { disableAgent, editAccount, enableAgent } from './accounts.ts'
import type { Departure } from './leave.ts'
import { invite, startReset } from './password-links.ts'
import { agentProfiles, agentStates, people, personById } from './queries.ts'
import { setAgentStatus, setFinishing, setOwnStatus } from './status.ts'

export function agentRoutes(http: Http, writer: Writer, departure: Pick<Departure, 'endOffersOf'>): void {
  const { db, now } = writer
  const profileOf = async (id: number): Promise<AgentProfile> => {
    const profile = (await agentStates(db, [id], now())).get(id)
    if (profile === undefined) throw new ApiError('agent.not-found', { id })
    return profile
  }
  mount(http, agentCalls, {
    availableAgents: async ({ query, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return agentProfiles(db, query, now())
    },
    setAgentStatus: async ({ params, body }) => {
      const id = agentId(params.id)
      if (!(await agentStates(db, [id], now())).has(id))
        throw new ApiError('agent.not-found', { id: params.id })
      await setAgentStatus(writer, id, body.status, departure)
      return profileOf(id)
    },
    setOwnStatus: async ({ body, caller }) => {
      await setOwnStatus(writer, caller.agentId, body, departure)
      return profileOf(caller.agentId)
    },
    setFinishing: async ({ body, caller }) => {
      await setFinishing(writer, caller.agentId, body.open, departure)
      return profileOf(caller.agentId)
    },
  })
}

export interface PeopleDeps {
  readonly writer: Writer
  readonly links: OneTimeTokens
  readonly departure: Departure
  /** Ends the offers of an agent without a session. */
  readonly leave: Leave
}

const linkOf = ({ token, expiresAt }: ResetLink): PasswordLink => ({
  path: `/login?reset=${token}`,
  expires_at: expiresAt.toISOString(),
})

const factsOf = (event: AuditAction, agent: number, { agentId: by, address }: Actor) => ({
  event,
  agent,
  by,
  address,
})

/** The accounts page: administrators change accounts, supervisors see them. */
export function peopleRoutes(http: Http, { writer, links, departure, leave }: PeopleDeps): void {
  const { db, now } = writer
  const known = async (text: string): Promise<number> => {
    const id = agentId(text)
    await personById(db, id, now())
    return id
  }
  mount(http, peopleCalls, {
    people: () => people(db, now()),
    invitePerson: async ({ body, caller }) => {
      const { id, link } = await invite(writer, links, body, caller)
      return { person: await personById(db, id, now()), link: linkOf(link) }
    },
    editPerson: async ({ params, body, caller }) => {
      const id = agentId(params.id)
      await editAccount(writer, id, body, caller)
      return personById(db, id, now())
    },
    makePasswordLink: async ({ params, caller }) =>
      linkOf(await startReset(writer, links, agentId(params.id), caller)),
    disablePerson: async ({ params, caller, request }) => {
      const id = agentId(params.id)
      await disableAgent(writer, id, departure, caller)
      request.log.info(factsOf('account.disabled', id, caller), 'by an administrator')
      return personById(db, id, now())
    },
    enablePerson: async ({ params, caller }) => {
      const id = agentId(params.id)
      await enableAgent(writer, id, caller)
      return personById(db, id, now())
    },
    dropSecondFactor: async ({ params, caller, request }) => {
      const id = await known(params.id)
      const had = await write(writer, context => dropFactor(context, id, caller))
      if (had) request.log.warn(factsOf('second-factor.off', id, caller), 'by an administrator')
      return personById(db, id, now())
    },
    personSessions: async ({ params, caller }) => sessionsOf(db, await known(params.id), caller, now()),
    endPersonSession: async ({ params, caller }) => {
      const id = await known(params.id)
      await endSessionOf(writer, sessionId(params.session), { agentId: id, by: caller, leave })
      return undefined
    },
    endPersonSessions: async ({ params, caller }) => {
      const id = await known(params.id)
      return { ended_count: await endSessionsBut(writer, { agentId: id, by: caller, leave }) }
    },
  })
}
