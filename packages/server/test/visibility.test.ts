import { api, type Call } from '@parley/core/calls'
import type { IdPlace } from '@parley/core/call'
import { metricIds } from '@parley/core/reports/constants'
import { type Role, roles } from '@parley/core/access/policies'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAgent } from '../src/agents/accounts.ts'
import { AgentClient, type Answer, type Asked } from './models/agent-client.ts'
import { everything } from './models/everything.ts'
import { makeSamples, type Samples } from './models/samples.ts'
import { password, startTestServer, type TestServer } from './server.ts'
import { eventually } from './wait.ts'

type Name = keyof typeof api
type Part = 'params' | 'query' | 'body'

const calls = Object.entries(api) as [Name, Call][]
const closed = calls.filter(([, call]) => call.access !== 'public')
const placesOf = ({ about = {} }: Call) => Object.keys(about) as IdPlace[]
const ofRows = closed.filter(([, call]) => placesOf(call).length > 0)

const splitPlace = (place: IdPlace) => place.split('.') as [Part, string]

/** The field names of a part of a call. */
function namesOf(call: Call, part: Part): readonly string[] {
  const schema = call[part] as { readonly shape?: object; unwrap?: () => { shape?: object } } | undefined
  return Object.keys(schema?.shape ?? schema?.unwrap?.().shape ?? {})
}

/** The request with an id at this place; a body that is not an object stays. */
function put(asked: Asked, place: IdPlace, id: string): Asked {
  const [part, name] = splitPlace(place)
  const had = asked[part]
  return { ...asked, [part]: { ...(typeof had === 'object' && had !== null ? had : {}), [name]: id } }
}

const at = (asked: Asked, place: IdPlace): unknown => {
  const [part, name] = splitPlace(place)
  return (asked[part] as Readonly<Record<string, unknown>> | undefined)?.[name]
}

describe('[Q-176 Q-290] what another department has', () => {
  let server: TestServer
  let hidden: Samples
  let seen: Samples
  const by = {} as Record<Role, AgentClient>
  const logged: string[] = []
  let ownerId: number
  /** The name, number and texts of the hidden customer: no response, event or log line may contain them. */
  const secrets = ['Zubeda Hidden', '256700999888', '700 999 888', 'zanzibarwords']
  const ownerName = 'Olive Ownerly'

  beforeAll(async () => {
    const stream = { write: (line: string) => logged.push(line) }
    server = await startTestServer({}, pino({ level: 'info' }, stream))
    const { writer, app } = server.server
    hidden = await makeSamples(server, {
      phone: '256700999888',
      name: 'Zubeda Hidden',
      words: 'zanzibarwords',
    })
    seen = await makeSamples(server)
    for (const role of roles) {
      const email = `${role.toLowerCase()}@parley.example`
      await addAgent(writer, { email, password, role, department: 'Life' })
      by[role] = await AgentClient.signIn(app, server.url, email, password)
    }
    ownerId = await addAgent(writer, {
      email: 'olive@parley.example',
      name: ownerName,
      password,
      department: 'Claims',
    })
    await sql`update conversations set assignee_id = ${ownerId} where id = ${Number(hidden.conversationId)}`.execute(
      server.database.db,
    )
  })
  afterAll(() => server.close())

  const decide = (settings: { [one in keyof typeof bounding]: 'everybody' | 'supervisors' }) =>
    server.ann.get('changeSettings', { body: { settings } })
  const bounding = { colleague_conversations: 'supervisors', colleague_figures: 'supervisors' } as const
  const unbounded = { colleague_conversations: 'everybody', colleague_figures: 'everybody' } as const

  /** A call about the conversation of these samples, or about a resource in it. */
  const about = (name: Name, { of, conversationId, messageId, issue }: Samples): Asked => {
    const asked = of(name)
    const ids: Partial<Record<string, string>> = {
      conversation_id: conversationId,
      other_conversation_id: conversationId,
      message_id: messageId,
      quoted_message_id: messageId,
      issue_id: issue.id,
    }
    return placesOf(api[name] as Call).reduce((one, place) => {
      const id = ids[splitPlace(place)[1]]
      return id === undefined || (name === 'translateByAssist' && place !== 'body.message_id')
        ? one
        : put(one, place, id)
    }, asked)
  }

  const leaks = (text: string, names: readonly string[]) => names.filter(secret => text.includes(secret))
  const clean = (what: object, { body, headers }: Answer, names = [...secrets, ownerName]) =>
    expect({ ...what, leaks: leaks(JSON.stringify([body, headers]), names) }).toEqual({ ...what, leaks: [] })

  const forbidden = {
    status: 403,
    body: {
      code: 'session.forbidden',
      detail: 'Only a supervisor or an administrator may see the conversations of another department',
    },
  }

  test('each call about it, whatever else the request names, is refused and changes nothing', async () => {
    await decide(bounding)
    const before = await everything(server.database.db)
    for (const [name, call] of ofRows) {
      const allowed = about(name, seen)
      for (const place of placesOf(call)) {
        const id = at(about(name, hidden), place)
        if (typeof id !== 'string') throw new Error(`${name} has no sample of ${place}`)
        const asked = put(allowed, place, id)
        const own = { name, place }
        const answer = await by.AGENT.ask(name, asked)
        expect({ ...own, ...answer }).toMatchObject(forbidden)
        clean(own, answer)
        // A visible id, in every other place where the server could look for the id.
        const visible = String(at(allowed, place))
        for (const part of ['query', 'body'] as const) {
          const other: IdPlace = `${part}.${splitPlace(place)[1]}`
          if (namesOf(call, part).includes(splitPlace(place)[1])) continue
          const misplaced = await by.AGENT.ask(name, put(asked, other, visible))
          const status = part === 'query' ? 400 : 403
          expect({ ...own, other, status: misplaced.status }).toEqual({ ...own, other, status })
          clean({ ...own, other }, misplaced)
        }
      }
    }
    expect(await everything(server.database.db)).toBe(before)
  })

  test('a call about a conversation in sight says nothing of it, whatever other ids the request has', async () => {
    await decide(bounding)
    const ids = [hidden.conversationId, hidden.messageId, hidden.ticket.id, hidden.issue.id, String(ownerId)]
    for (const [name, call] of closed.filter(([, { method }]) => method === 'GET')) {
      const allowed = about(name, seen)
      for (const query of namesOf(call, 'query'))
        for (const id of ids) {
          const answer = await by.AGENT.ask(name, put(allowed, `query.${query}`, id))
          expect({ name, query, id, isFault: answer.status >= 500 }).toMatchObject({ isFault: false })
          // A handover lists colleagues by name.
          clean(
            { name, query, id },
            answer,
            name === 'availableAgents' || name === 'mentionable' ? secrets : undefined,
          )
        }
    }
  })

  test('lists, searches and figures leave it out', async () => {
    await decide(bounding)
    const listed: readonly (readonly [Name, Asked])[] = [
      ...closed
        .filter(([, { method, params }]) => method === 'GET' && params === undefined)
        .map(([name]) => [name, seen.of(name)] as const),
      ...['Zubeda', 'zanzibarwords', '700999888'].flatMap(q => [
        ['search', { query: { q } }] as const,
        ['conversations', { query: { search: q } }] as const,
        ['ticketList', { query: { search: q } }] as const,
        ['ippApplications', { query: { search: q } }] as const,
        ['libApplications', { query: { search: q } }] as const,
      ]),
      ...metricIds.map(metric => ['countedRows', { query: { metric } }] as const),
    ]
    for (const [name, asked] of listed) {
      const answer = await by.AGENT.ask(name, asked)
      clean({ name, asked }, answer, name === 'availableAgents' ? secrets : undefined)
    }
  })

  test('whoever answers an offer of it learns no name', async () => {
    await decide(bounding)
    const params = { id: hidden.conversationId }
    for (const name of ['acceptHandoff', 'rejectHandoff'] as const) {
      const answer = await by.AGENT.ask(name, { params })
      expect({ name, status: answer.status }).toEqual({ name, status: 409 })
      clean({ name }, answer)
    }
    await server.ann.get('assign', { params, body: { agent_id: server.brian.id } })
    for (const name of ['acceptHandoff', 'rejectHandoff'] as const) {
      const answer = await by.AGENT.ask(name, { params })
      expect(answer).toMatchObject({ status: 409, body: { code: 'assignment.offered-to-other' } })
      expect(leaks(JSON.stringify(answer.body), ['brian', ownerName])).toEqual([])
    }
    await server.brian.get('rejectHandoff', { params })
  })

  test('no frame and no line of the log tells of it while others work on it', async () => {
    await decide(bounding)
    const socket = await by.AGENT.connect()
    const { ann } = server
    const known = { params: { id: hidden.conversationId } }
    await ann.get('addNote', { ...known, body: { client_note_id: 'frames', text: 'zanzibarwords again' } })
    await ann.get('setConversationTags', { ...known, body: { tags: ['zanzibarwords'] } })
    const { seq } = await ann.get('createIssue', hidden.of('createIssue'))
    await socket.reached(seq)
    expect(leaks(JSON.stringify([socket.events, socket.presence]), [...secrets, ownerName])).toEqual([])
    expect(leaks(logged.join('\n'), secrets)).toEqual([])
    socket.cut()
  })

  test.each(roles)('%s: without the bound, or beyond it, calls that read it answer', async role => {
    const bounds = role === 'AGENT' ? [unbounded] : [unbounded, bounding]
    for (const settings of bounds) {
      await decide(settings)
      for (const [name, call] of ofRows.filter(([, { method }]) => method === 'GET')) {
        const { status } = await by[role].ask(name, about(name, hidden))
        expect({ name, path: call.path, status }).toEqual({ name, path: call.path, status: 200 })
      }
    }
  })

  test('an agent of its department, and any agent once nobody has it, sees it', async () => {
    await decide(bounding)
    for (const owner of [Number(by.AGENT.id), null]) {
      const id = Number(hidden.conversationId)
      await sql`update conversations set assignee_id = ${owner} where id = ${id}`.execute(server.database.db)
      for (const [name] of ofRows.filter(([, { method }]) => method === 'GET')) {
        const { status } = await by.AGENT.ask(name, about(name, hidden))
        expect({ name, owner, status }).toEqual({ name, owner, status: 200 })
      }
    }
  })
})

describe('[Q-291] what a query names', () => {
  let server: TestServer
  let samples: Samples
  let cleo: AgentClient
  beforeAll(async () => {
    server = await startTestServer()
    samples = await makeSamples(server)
    const { writer, app } = server.server
    await addAgent(writer, { email: 'cleo@parley.example', password, department: 'Life' })
    cleo = await AgentClient.signIn(app, server.url, 'cleo@parley.example', password)
    await server.ann.get('changeSettings', { body: { settings: bounded } })
  })
  afterAll(() => server.close())
  const bounded = { colleague_conversations: 'supervisors' } as const

  test.each(closed)('%s: a name that the call does not know is refused by name', async (name, call) => {
    const asked = put(samples.of(name), 'query.elsewhere', '1')
    const client = call.policy === 'desk' ? cleo : server.ann
    expect(await client.ask(name, asked)).toMatchObject({
      status: 400,
      body: { code: 'input.invalid', fields: { elsewhere: 'is not a query parameter of this call' } },
    })
  })

  const hostile = ['2020_5', '2022-02-30_5', '0000-01-01T00:00:00.000000Z_5', '2022-02-30', 'x\0', '\0', '-1']
  // If the sample is rejected, the call does not test the hostile values.
  const unanswered = new Set([
    'attempts',
    'templates',
    'downloadDocument',
    'previewDocument',
    'thumbnailDocument',
  ])
  test('no place or date of a query, and no id of a path, is a fault of ours', async () => {
    const reading = closed.filter(([, { method }]) => method === 'GET')
    const statuses: [Name, number][] = []
    for (const [name] of reading) statuses.push([name, (await server.ann.ask(name, samples.of(name))).status])
    expect(statuses.filter(([name, status]) => status !== 200 && !unanswered.has(name))).toEqual([])
    await eventually('a search to find a message, to go on from', async () => {
      const { reply } = await server.ann.get('search', samples.of('search'))
      return reply.messages !== null && reply.messages.count > 0
    })
    for (const client of [cleo, server.ann])
      for (const [name, call] of reading)
        for (const part of ['query', 'params'] as const)
          for (const place of namesOf(call, part))
            for (const text of hostile) {
              const { status } = await client.ask(name, put(samples.of(name), `${part}.${place}`, text))
              expect({ name, place, text, isFault: status >= 500 }).toMatchObject({ isFault: false })
            }
  })
})
