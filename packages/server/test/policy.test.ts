import { api, type Call } from '@parley/core/calls'
import { Settings } from '@parley/core/settings/api'
import { leastRole } from '@parley/core/access/rules'
import { narrowings, type PolicyName, policies, type Role, roles } from '@parley/core/access/policies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAgent } from '../src/agents/accounts.ts'
import { AgentClient, type Asked } from './models/agent-client.ts'
import { everything } from './models/everything.ts'
import { makeSamples, type Samples } from './models/samples.ts'
import { startTestServer, type TestServer } from './server.ts'

const calls = Object.entries(api) as [keyof typeof api, Call][]
const password = 'plums and 7 pears'

/** The settings of a workspace: no restriction, and each restriction alone. */
const workspaces: readonly (readonly [string, Settings])[] = [
  ['narrows nothing', Settings.parse({})],
  ...narrowings.map(
    name => [`leaves ${name} to supervisors`, Settings.parse({ [name]: 'supervisors' })] as const,
  ),
]

const isAbove = (role: Role, least: Role | null) =>
  least === null || roles.indexOf(role) >= roles.indexOf(least)

describe('[AUTH-06 GEN-09 Q-165] who may do what', () => {
  let at: TestServer
  let samples: Samples
  const by = {} as Record<Role, AgentClient>
  let colleagueId: string
  beforeAll(async () => {
    at = await startTestServer()
    samples = await makeSamples(at)
    const { writer } = at.server
    for (const role of roles) {
      const email = `${role.toLowerCase()}@parley.example`
      await addAgent(writer, { email, password, role })
      by[role] = await AgentClient.signIn(at.server.app, at.url, email, password)
    }
    colleagueId = String(await addAgent(writer, { email: 'colleague@parley.example', password }))
  })
  afterAll(() => at.close())

  const decide = (settings: Settings) =>
    at.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify(settings) })
      .execute()

  /** A call about this agent's row, if the call's rule depends on the row. */
  const onRowOf = (call: Call, asked: Asked, agentId: string): Asked => {
    const { owner } = call
    if (owner === undefined) return asked
    const [part, name = ''] = owner.split('.') as ['params' | 'query', string?]
    return { ...asked, [part]: { ...asked[part], [name]: agentId } }
  }

  describe.each(workspaces)('in a workspace that %s', (_, settings) => {
    beforeAll(() => decide(settings))
    afterAll(() => decide(Settings.parse({})))

    test.each(roles)('%s: each call, on own rows and on those of others', async role => {
      const agent = by[role]
      const forbidden: [string, Asked][] = []
      for (const [name, call] of calls) {
        const owners = call.owner === undefined ? [undefined] : [agent.id, colleagueId]
        for (const owner of owners) {
          const asked = owner === undefined ? samples.of(name) : onRowOf(call, samples.of(name), owner)
          const least = leastRole(call.policy, settings, owner === undefined || owner === agent.id)
          if (isAbove(role, least)) {
            // The input is invalid for every call, so that a permitted call has no effect.
            const answer = await agent.ask(
              name,
              onRowOf(call, { params: { id: 'x' }, body: [] }, owner ?? 'x'),
            )
            expect({ name, role, owner, forbidden: answer.status === 403 }).toEqual({
              name,
              role,
              owner,
              forbidden: false,
            })
          } else forbidden.push([name, asked])
        }
      }
      const before = await everything(at.database.db)
      for (const [name, asked] of forbidden) {
        // The server checks the role before the input.
        const { owner }: Call = api[name as keyof typeof api]
        for (const one of owner === undefined ? [asked, { ...asked, body: [] }] : [asked]) {
          expect({ name, role, ...(await agent.ask(name as keyof typeof api, one)) }).toMatchObject({
            status: 403,
            body: { code: 'session.forbidden', detail: expect.stringMatching(/^Only .* may /) },
          })
        }
      }
      expect(await everything(at.database.db)).toBe(before)
    })

    const asking = calls.filter(([, call]) => call.also !== undefined)
    test.each(asking)('%s: what its body asks for', async (name, call) => {
      const { also } = call
      if (also === undefined) throw new Error('No such rule')
      for (const role of roles) {
        for (const value of also.values) {
          const asked = samples.of(name)
          const least = leastRole(also.policy, settings, true)
          const { status } = await by[role].ask(name, {
            ...asked,
            body: { ...(asked.body as object), [also.field]: value },
          })
          expect({ role, value, status }).toEqual({ role, value, status: isAbove(role, least) ? 200 : 403 })
        }
      }
      // A conversation that was given away is not seen by every agent in each of the workspaces.
      await at.database.db.updateTable('conversations').set({ assignee_id: null }).execute()
    })
  })

  test('the sentence says who may', async () => {
    const { body } = await by.AGENT.ask('settings')
    expect(body).toMatchObject({
      detail: 'Only an administrator may see and change the settings of the workspace',
    })
    const status = { params: { id: colleagueId }, body: { status: 'BUSY' } }
    expect((await by.AGENT.ask('setAgentStatus', status)).body).toMatchObject({
      detail: 'Only a supervisor or an administrator may set the status of another agent',
    })
    expect((await by.SUPERVISOR.ask('setAgentStatus', status)).status).toBe(200)
  })

  test.each(roles)('%s is told what they may do', async role => {
    const { reply } = await by[role].get('capabilities')
    const wanted = (Object.keys(policies) as PolicyName[]).filter(
      name => policies[name].least !== null && isAbove(role, leastRole(name, Settings.parse({}), false)),
    )
    expect(reply).toMatchObject({ role, may: wanted })
  })

  test('colleagues’ figures that are left to supervisors: an agent is given their own', async () => {
    const ids = [by.AGENT.id, colleagueId]
    // An agent without capacity counts as full with no conversation.
    await at.database.db
      .updateTable('agents')
      .set({ max_capacity: 0 })
      .where('id', 'in', ids.map(Number))
      .execute()
    const seenBy = async (role: Role) => {
      const { reply } = await by[role].get('overloadedAgents')
      return reply.overloaded_agents.map(one => one.user_id)
    }
    expect(await seenBy('AGENT')).toEqual(expect.arrayContaining(ids))
    await decide(Settings.parse({ colleague_figures: 'supervisors' }))
    expect(await seenBy('AGENT')).toEqual([by.AGENT.id])
    expect(await seenBy('SUPERVISOR')).toEqual(expect.arrayContaining(ids))
    await decide(Settings.parse({}))
  })
})

/**
 * Written out, so that the rules and the calls are not only compared with each other. Calls not listed here are open to every
 * agent.
 */
const notEveryAgents = {
  'whoever calls': 'token logout resetPassword updatePassword signInDefaults',
  'one’s own; another’s: SUPERVISOR': 'setAgentStatus personSessions endPersonSession endPersonSessions',
  SUPERVISOR: `people webhookLedger channelHealth assistUses botNumbers setBotNumber unclearTexts judgeUnclear tryBot
    createKnowledgeAnswer saveKnowledgeDraft discardKnowledgeDraft publishKnowledgeAnswer removeKnowledgeAnswer
    restoreKnowledgeAnswer readKnowledgeFile changeBusinessHours changeRouting`,
  ADMINISTRATOR: `register invitePerson editPerson makePasswordLink disablePerson enablePerson dropSecondFactor
    exportCustomer eraseCustomer settings changeSettings backups retentionCounts setup jobs retryJob audit allTemplates refreshTemplates`,
}

test('[AUTH-06 GEN-09 Q-165] what is not every agent’s is what is written here', () => {
  const found: Record<string, string[]> = {}
  for (const [name, call] of calls) {
    const least = leastRole(call.policy, Settings.parse({}), true)
    const others = leastRole(call.policy, Settings.parse({}), false)
    const whose = least === others ? (least ?? 'whoever calls') : `one’s own; another’s: ${others}`
    if (whose !== 'AGENT') (found[whose] ??= []).push(name)
  }
  const sorted = (names: readonly string[]) => names.toSorted()
  expect(Object.fromEntries(Object.entries(found).map(([whose, names]) => [whose, sorted(names)]))).toEqual(
    Object.fromEntries(
      Object.entries(notEveryAgents).map(([whose, names]) => [whose, sorted(names.split(/\s+/))]),
    ),
  )
})

/** Calls about no conversation, calls that find the conversation themselves, and calls with limited results. */
const unbounded = {
  availableAgents: 'colleagues',
  uploadDocument: 'a file that is in no conversation yet',
  downloadDocument: 'whoever may not open a file is told that there is none',
  previewDocument: 'the same',
  thumbnailDocument: 'the same',
  unreadStats: 'counts the caller’s own conversations',
  search: 'finds and counts what is in sight',
  ticketList: 'lists and counts what is in sight',
  nextUp: 'names and counts what is in sight',
  handOver: 'the caller’s own; one that is out of sight is as if it were not there',
  changeConversations: 'one that is out of sight is as if it were not there',
  undoConversations: 'the same',
  acceptHandoff: 'takes what is offered or in the queue, and says who has it otherwise',
  rejectHandoff: 'the same',
  recogniseIntent: 'words that name no conversation',
  availableIntents: 'words',
  messageDrafts: 'the caller’s own, in the conversations in sight',
  cannedReplies: 'shared ones and the caller’s own',
  createCannedReply: 'the same',
  changeCannedReply: 'the same; the shared ones by who may',
  removeCannedReply: 'the same',
  takeCannedFile: 'the same',
  savedViews: 'shared ones and the caller’s own',
  savedViewTotals: 'counts what is in sight',
  saveView: 'the caller’s own; a shared one by who may',
  changeView: 'the same',
  removeView: 'the same',
  knowledge: 'what the bot says to anybody',
  businessHours: 'when people are there',
  routing: 'who is offered what waits',
  knowledgeAnswer: 'the same',
  knowledgeVersions: 'the same',
  knowledgeFile: 'the same',
  socketTicket: 'for sockets, whose frames are bounded',
}

test('[Q-176] each call of the desk says which conversation it is about, or there is a reason why not', () => {
  const without = calls.filter(([, call]) => call.policy === 'desk' && call.about === undefined)
  expect(without.map(([name]) => name).toSorted()).toEqual(Object.keys(unbounded).toSorted())
})

test('every rule is named by a call, a socket or a file', async () => {
  const { sockets } = await import('@parley/core/calls')
  const named = new Set<string>(
    [...calls.map(([, call]) => call), ...Object.values(sockets)].flatMap(one => [
      one.policy,
      ...('also' in one && one.also ? [one.also.policy] : []),
      ...('about' in one && one.about ? ['colleague-conversations'] : []),
    ]),
  )
  expect([...named].toSorted()).toEqual(Object.keys(policies).toSorted())
})
