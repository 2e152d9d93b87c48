import { type AgentProfile, agentCalls } from '@parley/core/agents/api'
import { Refusal } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { agentId } from '../http/path-ids.ts'
import { currentSeq } from '../live/log.ts'
import type { Departure } from './departure.ts'
import { agentProfiles, agentStates } from './profiles.ts'
import { setAgentStatus, setOwnStatus } from './set-status.ts'

export function agentRoutes(http: Http, writer: Writer, departure: Pick<Departure, 'endOffersOf'>): void {
  const { db, now } = writer
  const profileOf = async (id: number): Promise<AgentProfile> => {
    const profile = (await agentStates(db, [id], now())).get(id)
    if (profile === undefined) throw new Refusal('agent.not-found', { id })
    return profile
  }
  mount(
    http,
    agentCalls,
  )({
    availableAgents: async ({ query, reply }) => {
      reply.header('Parley-Seq', await currentSeq(db))
      return agentProfiles(db, query, now())
    },
    setAgentStatus: async ({ params, body }) => {
      const id = agentId(params.id)
      if (!(await agentStates(db, [id], now())).has(id))
        throw new Refusal('agent.not-found', { id: params.id })
      await setAgentStatus(writer, id, body.status, departure)
      return profileOf(id)
    },
    setOwnStatus: async ({ body, caller }) => {
      await setOwnStatus(writer, caller.agentId, body, departure)
      return profileOf(caller.agentId)
    },
  })
}
