import { once } from 'node:events'
import net from 'node:net'
import { api, basePath } from '@parley/core/calls'
import { closedBySessionEnd } from '@parley/core/sockets/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { AgentClient, AgentSocket, ask } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { write } from '../db/write.ts'
import { Hub, type Listener } from './hub.ts'
import { currentSeq, logAfter, logKeptMs, longestCatchUp, pruneLog } from './log.ts'
import { mostSockets } from './sockets.ts'

const password = 'plums and 7 pears'

describe('the log and the sockets', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const seqNow = () => currentSeq(at.database.db)
  const say = (phone: string, body: string) => at.webhook(textWebhook(phone, `wamid.${unique()}`, body))
  const changes = (socket: AgentSocket) =>
    socket.events.filter(event => !['ready', 'pong', 'resync'].includes(event.event))

  test('[WS-01 WS-07] who asks for a socket and is refused is hung up on, at whatever address', async () => {
    const { hostname, port } = new URL(at.url)
    for (const path of [
      '/api/v1/ws/notifications',
      `/api/v1/ws/agent/${'1'.repeat(300)}/conversations`,
      '/api/v1/ws/agent/%zz/conversations',
      '/api/v1/account',
      '/healthz',
      '/nothing',
    ]) {
      const line = net.connect(Number(port), hostname)
      const upgrade = 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13'
      line.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\r\n`)
      let heard = ''
      line.on('data', data => {
        heard += String(data)
      })
      let isEnded = false
      line.on('end', () => {
        isEnded = true
      })
      await eventually(`${path} to be hung up on`, () => isEnded)
      expect(heard).toMatch(/^HTTP\/1\.1 [24]\d\d /)
      expect(heard).toMatch(/\r\nconnection: close\r\n/i)
      line.destroy()
    }
  })

  describe('the log', () => {
    test('the order of numbers is the order of commits, under 20 writers, without a gap', async () => {
      const before = await seqNow()
      const { db } = at.database
      await say('256730000000', 'A conversation to write about')
      const seen: number[] = []
      let writing = true
      // A follower that asks for the rows after the greatest number it has seen loses none.
      const follower = (async () => {
        let position = before
        for (;;) {
          const last = !writing
          const rows = await logAfter(db, position, 1000)
          for (const row of rows) seen.push(row.seq)
          position = rows.at(-1)?.seq ?? position
          if (last && rows.length === 0) return
        }
      })()
      const writer = async (n: number) => {
        for (let time = 0; time < 15; time += 1) {
          await write(at.server.writer, async ({ tx, publish, now }) => {
            const { id } = await tx
              .insertInto('customers')
              .values({ wa_id: `${n}-${time}`, created_at: now })
              .returning('id')
              .executeTakeFirstOrThrow()
            publish({ noun: 'conversation', id, kind: 'created' })
            publish({ noun: 'conversation', id, kind: 'changed' })
            publish({ noun: 'message', id, kind: 'changed' })
          })
        }
      }
      await Promise.all(Array.from({ length: 20 }, (_, n) => writer(n)))
      writing = false
      await follower
      const end = await seqNow()
      expect(end - before).toBe(20 * 15 * 2 + 2)
      expect(seen).toEqual(Array.from({ length: end - before }, (_, index) => before + index + 1))
    })

    test('what is rolled back takes no number; created and then changed is created', async () => {
      const before = await seqNow()
      const failed = write(at.server.writer, async ({ publish }) => {
        publish({ noun: 'conversation', id: 1, kind: 'changed' })
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      expect(await seqNow()).toBe(before)
      await write(at.server.writer, async ({ publish }) => {
        publish({ noun: 'conversation', id: 1, kind: 'created' })
        publish({ noun: 'conversation', id: 1, kind: 'changed' })
      })
      expect(await logAfter(at.database.db, before, 10)).toMatchObject([{ kind: 'created', seq: before + 1 }])
    })
  })

  describe('[WS-01] who may connect', () => {
    const attempt = async (path: string, origin?: string) => {
      const socket = new AgentSocket(
        new WebSocket(
          `${at.url.replace('http', 'ws')}${basePath}${path}`,
          origin === undefined ? {} : { origin },
        ),
      )
      const open = await eventually('an answer', () =>
        socket.events.length > 0 ? 'open' : socket.closedWith === null ? null : 'refused',
      )
      socket.cut()
      return open
    }
    const agentPath = (id: string, token: string) => `/ws/agent/${id}/conversations?token=${token}`

    test('an agent on the own path, and on the notifications', async () => {
      expect(await attempt(agentPath(at.ann.id, at.ann.token))).toBe('open')
      expect(await attempt(`/ws/notifications?token=${at.ann.token}`)).toBe('open')
      expect(await attempt(agentPath(at.ann.id, at.ann.token), at.url)).toBe('open')
    })
    test('[Q-032] not on a colleague’s path', async () => {
      expect(await attempt(agentPath(at.brian.id, at.ann.token))).toBe('refused')
    })
    test.each(['', 'wrong'])('not with the token %j', async token => {
      expect(await attempt(agentPath(at.ann.id, token))).toBe('refused')
      expect(await attempt(`/ws/notifications?token=${token}`)).toBe('refused')
    })
    test('[Q-027] not from a foreign page', async () => {
      expect(await attempt(agentPath(at.ann.id, at.ann.token), 'https://evil.example')).toBe('refused')
      expect(await attempt(agentPath(at.ann.id, at.ann.token), 'null')).toBe('refused')
    })
    test('not with a place that is no number', async () => {
      expect(await attempt(`${agentPath(at.ann.id, at.ann.token)}&after=x`)).toBe('refused')
    })
  })

  test('[WS-03] a new message is told to every agent at once, with the same state as a call gives', async () => {
    const sockets = [await at.ann.connect(), await at.brian.connect()]
    await say('256730000001', 'Hello')
    const seq = await seqNow()
    for (const socket of sockets) {
      await socket.reached(seq)
      expect(changes(socket).map(event => event.event)).toEqual(['new_message', 'conversation'])
      socket.cut()
    }
    const [event] = changes(sockets[0] ?? (await at.ann.connect()))
    if (event?.event !== 'new_message') throw new Error('no message')
    const { reply } = await at.ann.get('history', { params: { id: event.data.conversation_id } })
    expect(reply.messages).toEqual([{ ...event.data, is_read: false }])
  })

  test('a mark is told to its agent alone', async () => {
    await say('256730000002', 'Hello')
    const { reply } = await at.ann.get('conversations', { query: { search: '+256730000002' } })
    const id = reply[0]?.id ?? ''
    const [mine, other] = [await at.ann.connect(), await at.brian.connect()]
    await at.ann.get('markSeen', { params: { id } })
    const seq = await seqNow()
    await mine.reached(seq)
    await other.reached(seq)
    expect(changes(mine).map(event => event.event)).toEqual(['message', 'read'])
    expect(changes(mine).at(-1)).toMatchObject({ data: { conversation_id: id, seen_no: 1 } })
    expect(changes(other).map(event => event.event)).toEqual(['message'])
    mine.cut()
    other.cut()
  })

  test('catching up: one frame per entity at its last number, a row made in the gap comes as new, then ready', async () => {
    const before = await seqNow()
    for (const body of ['one', 'two', 'three']) await say('256730000003', body)
    const seq = await seqNow()
    const socket = await at.ann.connect(before)
    expect(socket.events.map(event => event.event)).toEqual([
      'new_message',
      'new_message',
      'new_message',
      'conversation',
      'ready',
    ])
    const seqs = socket.events.map(event => event.seq)
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
    expect(seqs.at(-1)).toBe(seq)
    expect(socket.events.at(3)).toMatchObject({ data: { inbound_no: 3 } })
    socket.cut()
    const again = await at.ann.connect(seq)
    expect(again.events.map(event => event.event)).toEqual(['ready'])
    again.cut()
  })

  test('catching up: what was made and then changed in the gap is new still', async () => {
    const before = await seqNow()
    await say('256730000007', 'made and seen')
    const { reply } = await at.ann.get('conversations', { query: { search: '+256730000007' } })
    await at.brian.get('markSeen', { params: { id: reply[0]?.id ?? '' } })
    const socket = await at.ann.connect(before)
    expect(socket.events.map(event => event.event)).toEqual(['conversation', 'new_message', 'ready'])
    expect(socket.events[1]).toMatchObject({ data: { first_seen_at: at.clock.now().toISOString() } })
    socket.cut()
  })

  test('a place in the future, of another log, or too far behind is a resync', async () => {
    const future = await at.ann.connect((await seqNow()) + 1)
    expect(future.events.map(event => event.event)).toEqual(['resync', 'ready'])
    future.cut()
    const before = await seqNow()
    await at.database.db
      .updateTable('live_clock')
      .set({ seq: before + longestCatchUp + 1 })
      .execute()
    const far = await at.ann.connect(before)
    expect(far.events.map(event => event.event)).toEqual(['resync', 'ready'])
    far.cut()
    const near = await at.ann.connect(before + 1)
    expect(near.events.map(event => event.event)).toEqual(['ready'])
    near.cut()
  })

  test('what was pruned is a resync, what was not is caught up', async () => {
    const first = await seqNow()
    await say('256730000004', 'old')
    const second = await seqNow()
    const day = new Date(at.clock.now().getTime() + logKeptMs + 1)
    await pruneLog(at.database.db, day, { needed: null, most: 10_000 })
    expect((await logAfter(at.database.db, first, 10)).map(row => row.seq)).toEqual([second])
    const old = await at.ann.connect(first)
    expect(old.events[0]?.event).toBe('resync')
    old.cut()
    await say('256730000004', 'new')
    const recent = await at.ann.connect(second)
    expect(recent.events.map(event => event.event)).toEqual(['new_message', 'conversation', 'ready'])
    recent.cut()
  })

  test('who joins while others write gets each change once, in order, without a gap', async () => {
    const before = await seqNow()
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await say('256730000005', `no ${n}`)
    })()
    const sockets: AgentSocket[] = []
    for (let n = 0; n < 6; n += 1) sockets.push(await at.ann.connect(before))
    await writing
    const seq = await seqNow()
    for (const socket of sockets) {
      await socket.reached(seq)
      const seqs = changes(socket).map(event => event.seq)
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
      expect(new Set(seqs).size).toBe(seqs.length)
      const told = changes(socket).flatMap(event =>
        event.event === 'new_message' ? [event.data.content] : [],
      )
      expect(told).toEqual(Array.from({ length: 60 }, (_, n) => `no ${n}`))
      socket.cut()
    }
  })

  test('a peer that stops reading is not cut, holds nobody up, and misses nothing', async () => {
    const words = 'w'.repeat(4000)
    for (let n = 0; n < 40; n += 1) await say('256730000008', `${n} ${words}`)
    const { rows } = await sql<{ id: number }>`
      select m.id from messages m where m.content like ${`% ${words}`}`.execute(at.database.db)
    const [slow, fast] = [await at.ann.connect(), await at.brian.connect()]
    slow.pause()
    // 18 MB of events, more than the machine's socket buffers between two processes.
    for (let round = 0; round < 100; round += 1) {
      await write(at.server.writer, async ({ publish }) => {
        for (const { id } of rows) publish({ noun: 'message', id, kind: 'changed' })
      })
      await fast.reached(await seqNow())
    }
    expect(changes(fast)).toHaveLength(4_000)
    await say('256730000008', 'the last')
    slow.resume()
    const seq = await seqNow()
    await slow.reached(seq)
    expect(slow.closedWith).toBeNull()
    const newestOf = (socket: AgentSocket) =>
      new Map(changes(socket).map(event => ['data' in event ? JSON.stringify(event.data) : '', event.seq]))
    const [told, newest] = [newestOf(slow), newestOf(fast)]
    await fast.reached(seq)
    expect(told.size).toBeGreaterThan(rows.length)
    for (const [data, at_] of newest) expect(told.get(data)).toBeGreaterThanOrEqual(at_)
    expect(changes(slow).length).toBeLessThan(changes(fast).length)
    slow.cut()
    fast.cut()
  })

  test('[WS-01] a socket that closes before it was taken in is forgotten', async () => {
    const address = `${at.url.replace('http', 'ws')}${basePath}/ws/agent/${at.ann.id}/conversations?token=${at.ann.token}`
    const open = async () => {
      const { body } = await at.server.app.inject({ url: '/metrics' })
      return Number(/^parley_sockets (\d+)$/m.exec(body)?.[1])
    }
    await eventually('nobody to be there', async () => (await open()) === 0)
    for (let n = 0; n < 30; n += 1) {
      await new Promise(resolve => {
        const socket = new WebSocket(address)
        socket.on('open', () => socket.terminate())
        socket.on('close', resolve)
      })
    }
    await eventually('nobody to be left', async () => (await open()) === 0)
    // A socket that was late to join would be there by now.
    const last = await at.ann.connect()
    expect(await open()).toBe(1)
    last.cut()
  })

  describe('[WS-02] a client’s word', () => {
    test('a ping is answered with the place', async () => {
      const socket = await at.ann.connect()
      socket.send({ event: 'ping' })
      const pong = await eventually('a pong', () => socket.events.find(event => event.event === 'pong'))
      expect(pong.seq).toBe(await seqNow())
      socket.cut()
    })
    test.each([{ event: 'drop' }, 'text', null, 5, { event: 'ping', more: 'x'.repeat(5000) }])(
      'anything else ends the socket and no other: %j',
      async word => {
        const [socket, bystander] = [await at.ann.connect(), await at.ann.connect()]
        socket.send(word)
        await eventually('the end', () => socket.closedWith !== null)
        await bystander.reached(await seqNow())
        bystander.cut()
      },
    )
  })

  test('a client that floods is cut, and nobody else', async () => {
    const [flooding, bystander] = [await at.ann.connect(), await at.ann.connect()]
    for (let n = 0; n < 2_000; n += 1) flooding.send({ event: 'ping' })
    await eventually('the end', () => flooding.closedWith !== null)
    expect(flooding.closedWith).toBe(1008)
    expect(flooding.events.filter(({ event }) => event === 'pong').length).toBeLessThan(2_000)
    await bystander.reached(await seqNow())
    bystander.cut()
  })

  test('one account has so many sockets and no more; another is not kept out, nor it once one is closed', async () => {
    const email = `many-${unique()}@parley.example`
    await addAgent(at.server.writer, { email, password })
    const client = await AgentClient.signIn(at.server.app, at.url, email, password)
    const sockets = await Promise.all(Array.from({ length: mostSockets }, () => client.connect()))
    const address = `${at.url.replace('http', 'ws')}${basePath}/ws/agent/${client.id}/conversations`
    const over = new WebSocket(`${address}?token=${client.token}`)
    const [code] = (await once(over, 'close')) as [number]
    expect(code).toBe(1008)
    const bystander = await at.ann.connect()
    bystander.cut()
    sockets.pop()?.cut()
    await eventually('room for one', async () => (await client.connect().catch(() => null)) !== null)
    expect(sockets.every(({ closedWith }) => closedWith === null)).toBe(true)
    for (const socket of sockets) socket.cut()
  })

  test('[Q-080] a session that runs out closes its socket at the next ping', async () => {
    const client = await AgentClient.signIn(at.server.app, at.url, 'brian@parley.example', password)
    const socket = await client.connect()
    const session = await at.database.db
      .selectFrom('sessions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    socket.send({ event: 'ping' })
    await eventually('the pong', () => socket.events.some(event => event.event === 'pong'))
    expect(socket.closedWith).toBeNull()
    await at.database.db
      .updateTable('sessions')
      .set({ expires_at: at.clock.now() })
      .where('id', '=', session.id)
      .execute()
    socket.send({ event: 'ping' })
    await eventually('the close', () => socket.closedWith !== null)
    expect(socket.closedWith).toBe(closedBySessionEnd)
  })

  test('[Q-080] a socket lives as long as its session: logout closes it with 4401, and no other', async () => {
    const other = await at.ann.connect()
    const leaving = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
    const sockets = [await leaving.connect(), await leaving.connect(await seqNow())]
    const { status } = await ask(at.server.app, api.logout, { body: { refresh_token: leaving.refreshToken } })
    expect(status).toBe(204)
    for (const socket of sockets) {
      await eventually('the close', () => socket.closedWith !== null)
      expect(socket.closedWith).toBe(closedBySessionEnd)
    }
    await other.reached(await seqNow())
    expect(other.closedWith).toBeNull()
    other.cut()
  })

  test('a hub that cannot read for a moment goes on where it was', async () => {
    const troubles: unknown[] = []
    const heard: unknown[] = []
    const hub = await Hub.open(at.database.db, at.clock.now, error => troubles.push(error))
    const listener: Listener = {
      agentId: Number(at.ann.id),
      sessionId: 0,
      wants: 'changes',
      send: bytes => heard.push(JSON.parse(String(bytes))),
      full: () => null,

      end: () => undefined,
      lose: () => undefined,
    }
    await hub.join(listener, undefined)
    const next = (await seqNow()) + 1
    await at.database.db.schema.alterTable('live_log').renameTo('live_log_away').execute()
    hub.notify(next)
    await eventually('the trouble', () => troubles.length > 0)
    await at.database.db.schema.alterTable('live_log_away').renameTo('live_log').execute()
    await say('256730000006', 'after the trouble')
    const seq = await seqNow()
    hub.notify(seq)
    await eventually('the frames', () => hub.sentTo(listener) >= seq)
    expect(heard).toMatchObject([{ event: 'ready' }, { event: 'new_message' }, { event: 'conversation' }])
    hub.leave(listener)
    expect(hub.size()).toBe(0)
    await hub.close()
  })
})
