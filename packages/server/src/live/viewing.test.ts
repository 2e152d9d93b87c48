import { SocketEvent, type PresenceEvent } from '@parley/core/sockets/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient, type AgentSocket } from '../../test/models/agent-client.ts'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase } from '../../test/database.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import type { OpenDatabase } from '../db/open.ts'
import { openChannel } from './channel.ts'
import { currentSeq } from './log.ts'
import { type Page, startViewing, type Viewing } from './viewing.ts'

describe('who is looking', () => {
  let at: TestServer
  let [first, second] = ['', '']
  let sockets: AgentSocket[] = []
  beforeAll(async () => {
    at = await startTestServer()
    first = await conversation('256740000001')
    second = await conversation('256740000002')
  })
  afterAll(() => at.close())

  const conversation = async (phone: string) => {
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello'))
    return (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]?.id ?? ''
  }
  const connect = async (agent: AgentClient) => {
    const socket = await agent.connect()
    sockets.push(socket)
    return socket
  }
  const hangUp = () => {
    for (const socket of sockets) socket.cut()
    sockets = []
  }
  const show = (socket: AgentSocket, conversation_id: string | null, typing = false) =>
    socket.send({ event: 'viewing', conversation_id, typing })
  const viewer = (agent: AgentClient, name: string, typing = false) => ({
    agent_id: agent.id,
    agent_name: name,
    typing,
  })
  const told = (socket: AgentSocket, id: string, viewers: readonly object[]) =>
    eventually(`${JSON.stringify(viewers)} at ${id}`, () => {
      const { data } = socket.presence.at(-1) ?? {}
      return data?.conversation_id === id && JSON.stringify(data.viewers) === JSON.stringify(viewers)
    })
  /** A reply to a later event proves that the server has handled the socket's earlier ones. */
  const settled = (socket: AgentSocket) => socket.reached(0)

  test('two agents with one conversation open see each other, and the typing; nobody sees oneself', async () => {
    const [ann, brian] = [await connect(at.ann), await connect(at.brian)]
    show(ann, first)
    await told(ann, first, [])
    show(brian, first)
    await told(ann, first, [viewer(at.brian, 'brian')])
    await told(brian, first, [viewer(at.ann, 'ann')])
    show(brian, first, true)
    await told(ann, first, [viewer(at.brian, 'brian', true)])
    show(brian, first)
    await told(ann, first, [viewer(at.brian, 'brian')])
    expect(brian.presence.map(event => event.data.viewers.length)).toEqual([1])
    hangUp()
  })

  test('leaving ends it at once: by null, by another conversation, by one that does not exist, by a closed socket', async () => {
    const [ann, brian] = [await connect(at.ann), await connect(at.brian)]
    show(ann, first)
    for (const leave of [null, second, '1', 'abc', '9'.repeat(30)]) {
      show(brian, first)
      await told(ann, first, [viewer(at.brian, 'brian')])
      show(brian, leave)
      await told(ann, first, [])
    }
    show(brian, first)
    await told(ann, first, [viewer(at.brian, 'brian')])
    brian.cut()
    await told(ann, first, [])
    hangUp()
  })

  test('who shows another conversation, or none, is told nothing', async () => {
    const [ann, brian, idle] = [await connect(at.ann), await connect(at.brian), await connect(at.brian)]
    show(ann, second)
    await told(ann, second, [])
    show(brian, first, true)
    await told(brian, first, [])
    show(brian, '1')
    await settled(brian)
    expect([ann.presence.length, brian.presence.length, idle.presence.length]).toEqual([1, 1, 0])
    hangUp()
  })

  test('an agent with two pages is one viewer until both are gone, and does not see the own other page', async () => {
    const [ann, one, two] = [await connect(at.ann), await connect(at.brian), await connect(at.brian)]
    show(ann, first)
    show(one, first)
    show(two, first, true)
    await told(ann, first, [viewer(at.brian, 'brian', true)])
    await told(two, first, [viewer(at.ann, 'ann')])
    show(two, null)
    await told(ann, first, [viewer(at.brian, 'brian')])
    one.cut()
    await told(ann, first, [])
    hangUp()
  })

  test('a word lapses after 10 s; saying it again keeps it, and brings the lapsed one back', async () => {
    const [ann, brian] = [await connect(at.ann), await connect(at.brian)]
    show(ann, first)
    show(brian, first)
    await told(ann, first, [viewer(at.brian, 'brian')])
    at.clock.advance(9)
    show(ann, first)
    await settled(ann)
    const before = ann.presence.length
    at.clock.advance(1)
    await told(ann, first, [])
    expect(ann.presence).toHaveLength(before + 1)
    show(brian, first)
    await told(ann, first, [viewer(at.brian, 'brian')])
    await told(brian, first, [viewer(at.ann, 'ann')])
    hangUp()
  })

  test('it is in no log, and a malformed word ends the socket', async () => {
    const before = await currentSeq(at.database.db)
    const [ann, brian] = [await connect(at.ann), await connect(at.brian)]
    show(ann, first)
    show(brian, first, true)
    await told(ann, first, [viewer(at.brian, 'brian', true)])
    expect(await currentSeq(at.database.db)).toBe(before)
    brian.send({ event: 'viewing', conversation_id: 7, typing: true })
    await eventually('the end', () => brian.closedWith !== null)
    await told(ann, first, [])
    const late = await at.brian.connect(before)
    expect([late.presence, late.events.map(event => event.event)]).toEqual([[], ['ready']])
    late.cut()
    hangUp()
  })
})

describe('between processes', () => {
  const clock = new TestClock()
  const troubles: unknown[] = []
  let database: OpenDatabase
  let here: Viewing
  let there: Viewing
  beforeAll(async () => {
    database = await openTestDatabase()
    const start = (process: string) =>
      startViewing({
        now: clock.now,
        process,
        url: database.url,
        mayView: async () => true,
        onTyping: () => undefined,
        onTrouble: error => troubles.push(error),
      })
    here = start('here')
    there = start('there')
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await database.close()
  })

  const page = (agentId: number, agentName: string) => {
    const events: PresenceEvent[] = []
    const subscriber: Page = {
      agentId,
      agentName,
      send: bytes => events.push(SocketEvent.parse(JSON.parse(String(bytes))) as PresenceEvent),
    }
    return {
      subscriber,
      names: () => events.at(-1)?.data.viewers.map(one => `${one.agent_name} ${one.typing}`),
    }
  }
  const shows = { conversation_id: '7', typing: false }

  test('a page there is seen here and ends here at once, also when its socket just closes; what is no view is reported', async () => {
    const [ann, brian] = [page(1, 'Ann'), page(2, 'Brian')]
    // A process that does not listen yet misses an event. Pages repeat theirs.
    await eventually('both to see each other', async () => {
      await here.show(ann.subscriber, shows)
      await there.show(brian.subscriber, { ...shows, typing: true })
      return ann.names()?.[0] === 'Brian true' && brian.names()?.[0] === 'Ann false'
    })
    await there.show(brian.subscriber, { ...shows, conversation_id: null })
    await eventually('Brian to be gone', () => ann.names()?.length === 0)
    await there.show(brian.subscriber, shows)
    await eventually('Brian to be back', () => ann.names()?.[0] === 'Brian false')
    there.closed(brian.subscriber)
    await eventually('Brian to be gone again', () => ann.names()?.length === 0)
    // A process that crashes notifies nobody, so its pages expire.
    await there.show(brian.subscriber, shows)
    await eventually('Brian to be back', () => ann.names()?.[0] === 'Brian false')
    clock.advance(9)
    await here.show(ann.subscriber, shows)
    clock.advance(1)
    await eventually('Brian to have lapsed', () => ann.names()?.length === 0)

    expect(troubles).toEqual([])
    const stranger = openChannel(
      database.url ?? '',
      'parley_viewing',
      () => undefined,
      error => troubles.push(error),
    )
    await stranger.tell('nonsense')
    await stranger.tell('{"process":"x"}')
    await eventually('both processes to report both', () => troubles.length === 4)
    await stranger.close()
  })
})
