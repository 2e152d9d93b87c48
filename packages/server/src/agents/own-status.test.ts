import { finishingLastsMs } from '@parley/core/agents/constants'
import { absences, offerEnd } from '@parley/core/assignments/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { RoutingDesk } from '../../test/models/routing-desk.ts'
import { password, startTestServer, type TestServer } from '../../test/server.ts'
import { endStatuses } from './status.ts'

describe('[Q-235] what agents say of themselves', () => {
  let at: TestServer
  let desk: RoutingDesk
  let brian: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
    desk = await RoutingDesk.open(at)
    brian = at.brian
  })
  afterAll(() => at.close())
  beforeEach(() => desk.clear())

  const profile = async (id = brian.id) =>
    (await at.ann.get('availableAgents')).reply.find(agent => agent.id === id)
  const isoAfter = (minutes: number) => new Date(at.clock.now().getTime() + minutes * 60_000).toISOString()
  /** Makes the agent's status this many seconds older. Sessions do not change. */
  const passes = async (seconds: number) => {
    const ago = sql`make_interval(secs => ${seconds})`
    await sql`update agents set status_since = status_since - ${ago}, status_until = status_until - ${ago}`.execute(
      at.database.db,
    )
  }
  const says = async (body: object) => (await brian.get('setOwnStatus', { body })).reply

  test('colleagues see why, since when and until when, and the own pages hear of it', async () => {
    await desk.comes(brian)
    const watching = await at.ann.connect()
    const own = await brian.connect()
    const said = await says({ status: 'ON_BREAK', reason: '  Lunch\n with Joy ', minutes: 15 })
    const wanted = {
      status: 'ON_BREAK',
      status_reason: 'Lunch with Joy',
      status_since: isoAfter(0),
      status_until: isoAfter(15),
      is_online: false,
    }
    expect(said).toMatchObject(wanted)
    const { seq } = await brian.get('availableAgents')
    for (const socket of [watching, own]) {
      await socket.reached(seq)
      const states = socket.events.flatMap(event =>
        event.event === 'agent' && event.data.id === brian.id ? [event.data] : [],
      )
      expect(states.at(-1)).toMatchObject(wanted)
      socket.cut()
    }
  })

  test('it ends by itself at its time and not before, and is nothing that they did', async () => {
    await desk.comes(brian)
    const said = await says({ status: 'BUSY', minutes: 15 })
    await passes(15 * 60 - 1)
    expect(await endStatuses(at.server.writer)).toBe(0)
    expect(await profile()).toMatchObject({ status: 'BUSY' })
    await passes(1)
    // The server's own job may be quicker, so the number is not compared.
    await endStatuses(at.server.writer)
    expect(await endStatuses(at.server.writer)).toBe(0)
    const back = { status: 'AVAILABLE', status_reason: null, status_until: null, is_online: true }
    expect(await profile()).toMatchObject({ ...back, last_activity_at: said.last_activity_at })
  })

  test.each([
    ['a press', () => says({ status: 'AVAILABLE' })],
    [
      'the specified call',
      () => brian.get('setAgentStatus', { params: { id: brian.id }, body: { status: 'AVAILABLE' } }),
    ],
  ])('it ends by %s, with what was said of it', async (_, ends) => {
    await desk.comes(brian)
    await says({ status: 'ON_BREAK', reason: 'Tea', minutes: 60 })
    await ends()
    const left = { status: 'AVAILABLE', status_reason: null, status_until: null, is_online: true }
    expect(await profile()).toMatchObject(left)
    await passes(60)
    expect(await endStatuses(at.server.writer)).toBe(0)
  })

  test('said again it begins anew, with another time or with none', async () => {
    await desk.comes(brian)
    await says({ status: 'ON_BREAK', reason: 'Tea', minutes: 15 })
    await passes(60)
    const again = await says({ status: 'ON_BREAK', reason: 'Training' })
    const now = { status_reason: 'Training', status_since: isoAfter(0), status_until: null }
    expect(again).toMatchObject(now)
    await passes(15 * 60)
    expect(await endStatuses(at.server.writer)).toBe(0)
  })

  test('a reason or time of who is available is without effect', async () => {
    await desk.comes(brian)
    const said = await says({ status: 'AVAILABLE', reason: 'Here', minutes: 15 })
    expect(said).toMatchObject({ status: 'AVAILABLE', status_reason: null, status_until: null })
    await says({ status: 'BUSY', reason: 'Paperwork' })
    const back = await says({ status: 'AVAILABLE', reason: 'Here', minutes: 15 })
    expect(back).toMatchObject({ status: 'AVAILABLE', status_reason: null, status_until: null })
  })

  test.each([
    { status: 'OFFLINE' },
    { status: 'ON_BREAK', minutes: 20 },
    { status: 'ON_BREAK', reason: 'x'.repeat(81) },
  ])('%j is no status of one’s own', async body => {
    expect(await brian.ask('setOwnStatus', { body })).toMatchObject({ status: 400 })
  })

  test.each([
    ['BUSY', 'Became busy'],
    ['ON_BREAK', 'Went on a break'],
  ])('%s: what was offered to them goes on, with the reason, and nobody said no', async (status, reason) => {
    await desk.comes(brian)
    const { phone, id } = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(brian.id)
    await says({ status })
    const { reply } = await at.ann.get('assignmentHistory', { params: { id } })
    expect(reply.assignment_history.at(-1)).toMatchObject({ state: 'expired', reason })
    expect(absences).toContain(reason)
    // Routing finds no available agent, until the agent is back.
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    await says({ status: 'AVAILABLE' })
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(brian.id)
  })

  test('[Q-211] routing skips them until their time is over', async () => {
    await desk.comes(brian)
    await says({ status: 'ON_BREAK', minutes: 15 })
    const { phone } = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    await passes(15 * 60)
    await endStatuses(at.server.writer)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(brian.id)
  })

  test('a colleague’s offer waits for its deadline, and is taken once they are back', async () => {
    const { phone, id } = await desk.asks()
    await desk.comes(brian)
    await says({ status: 'BUSY', reason: 'On a call' })
    await at.ann.get('assign', { params: { id }, body: { agent_id: brian.id } })
    expect(await desk.offeredTo(phone)).toBe(brian.id)
    expect(await brian.ask('acceptHandoff', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'agent.offline' },
    })
    await says({ status: 'AVAILABLE' })
    expect(await brian.ask('acceptHandoff', { params: { id } })).toMatchObject({ status: 200 })
  })

  const ends = async (open: boolean) => (await brian.get('setFinishing', { body: { open } })).reply

  test('[Q-391] who ends a shift gets no offers, and what was offered to them goes on, until they leave the page', async () => {
    await desk.comes(brian)
    const { phone, id } = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(brian.id)
    const said = await ends(true)
    const until = isoAfter(finishingLastsMs / 60_000)
    expect(said).toMatchObject({ status: 'FINISHING', status_until: until, is_online: false })
    const { reply } = await at.ann.get('assignmentHistory', { params: { id } })
    expect(reply.assignment_history.at(-1)).toMatchObject({ state: 'expired', reason: offerEnd.shift })
    expect(absences).toContain(offerEnd.shift)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    expect(await ends(false)).toMatchObject({ status: 'AVAILABLE', status_until: null, is_online: true })
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(brian.id)
  })

  test('[Q-391] the end of a shift lasts as long as it is renewed, and then ends by itself', async () => {
    await desk.comes(brian)
    const { status_since: since } = await ends(true)
    await passes(finishingLastsMs / 1000 - 1)
    const renewed = await ends(true)
    expect(renewed.status_until).toBe(isoAfter(finishingLastsMs / 60_000))
    expect(Date.parse(renewed.status_since ?? '')).toBe(Date.parse(since ?? '') - finishingLastsMs + 1000)
    await passes(finishingLastsMs / 1000 - 1)
    expect(await endStatuses(at.server.writer)).toBe(0)
    expect(await profile()).toMatchObject({ status: 'FINISHING' })
    await passes(1)
    await endStatuses(at.server.writer)
    expect(await profile()).toMatchObject({ status: 'AVAILABLE', status_until: null })
  })

  test.each([
    ['a break', { status: 'ON_BREAK' }, () => says({ status: 'ON_BREAK', reason: 'Tea' })],
    [
      'who went offline',
      { status: 'OFFLINE' },
      () => brian.get('setAgentStatus', { params: { id: brian.id }, body: { status: 'OFFLINE' } }),
    ],
  ])('[Q-391] %s stays so, whether the page is opened, renewed or left', async (_, status, set) => {
    await desk.comes(brian)
    await set()
    expect(await ends(true)).toMatchObject(status)
    expect(await ends(false)).toMatchObject(status)
    await says({ status: 'AVAILABLE' })
    expect(await ends(false)).toMatchObject({ status: 'AVAILABLE' })
    await ends(true)
    await set()
    expect(await ends(true)).toMatchObject(status)
    expect(await ends(false)).toMatchObject(status)
  })

  test('who signs out everywhere is offline, and not back at a time', async () => {
    const carol = await AgentClient.signIn(at.server.app, at.url, 'carol@parley.example', password)
    await carol.get('setOwnStatus', { body: { status: 'ON_BREAK', reason: 'Lunch', minutes: 15 } })
    for (const token of [carol.refreshToken, desk.carol.refreshToken])
      await carol.ask('logout', { body: { refresh_token: token } })
    const gone = { status: 'OFFLINE', status_reason: null, status_until: null, is_online: false }
    expect(await profile(carol.id)).toMatchObject(gone)
  })
})
