import { afterEach, expect, test, vi } from 'vitest'
import { refusal } from '../../client/api-failure.ts'
import type { Session } from '../../client/session-store.ts'
import { agentSocket, notificationSocket, type Pass } from './sockets.ts'
import { ManualClock } from '../manual-clock.fixture.ts'
import type { LinkState, SocketEvents } from './socket-link.ts'

const session: Session = {
  token: 'a token',
  refreshToken: 'r',
  user: { id: '7', name: 'amina', role: 'AGENT' },
}

/** The far end of every socket that was opened. */
function world(signedIn: Session | null = session, passes: (Pass | Error)[] = []) {
  const clock = new ManualClock()
  const opened: { path: string; events: SocketEvents; sent: string[]; closedWith: number[] }[] = []
  const said: unknown[] = []
  const looks: unknown[] = []
  const wrong: unknown[] = []
  let renewals = 0
  let ended = 0
  let missing = 0
  const states: LinkState[] = []
  const noticed: unknown[] = []
  const noticeStates: LinkState[] = []
  let givenUp = 0
  const deps = {
    clock,
    random: () => 0.5,
    session: () => signedIn,
    connect: (path: string, events: SocketEvents) => {
      const sent: string[] = []
      const closedWith: number[] = []
      opened.push({ path, events, sent, closedWith })
      return { send: (text: string) => sent.push(text), close: (code: number) => closedWith.push(code) }
    },
    pass: async (): Promise<Pass> => {
      const next = passes.shift() ?? { token: signedIn?.token ?? '' }
      if (next instanceof Error) throw next
      return next
    },
    renewToken: async () => {
      renewals += 1
    },
  }
  const agent = agentSocket({
    ...deps,
    feed: { opening: () => (opened.length === 0 ? undefined : 41), receive: event => said.push(event) },
    arrivals: { opening: () => undefined, receive: () => undefined },
    invalidation: { receive: () => undefined },
    presence: { hear: event => looks.push(event) },
    onProblems: problems => wrong.push(problems),
    onChange: state => states.push(state),
    onSessionEnd: () => {
      ended += 1
    },
    onSecondFactorMissing: () => {
      missing += 1
    },
  })
  return {
    clock,
    opened,
    said,
    looks,
    states,
    agent,
    notices: notificationSocket({
      ...deps,
      onNotice: raw => noticed.push(raw),
      onChange: state => noticeStates.push(state),
      onGivenUp: () => {
        givenUp += 1
      },
    }),
    noticed,
    noticeStates,
    givenUp: () => givenUp,
    last: () => {
      const socket = opened.at(-1)
      if (socket === undefined) throw new Error('No socket was opened')
      return socket
    },
    renewals: () => renewals,
    ended: () => ended,
    missing: () => missing,
  }
}

/** A pass comes a moment after it was asked for. */
const settled = () => new ManualClock().pass(0)

const frame = (value: object) => JSON.stringify(value)
const ready = frame({ event: 'ready', log: 'l', seq: 41 })

afterEach(() => {
  vi.restoreAllMocks()
})

test('[WS-01 WS-02] the agent socket carries id and token, and pings every 30 s once open', async () => {
  const { agent, clock, last } = world()
  agent.start()
  await settled()
  expect(last().path).toBe('/api/v1/ws/agent/7/conversations?token=a+token')
  await clock.pass(19_000)
  expect(last().sent).toEqual([])
  last().events.opened()
  await clock.pass(29_999)
  expect(last().sent).toEqual([])
  await clock.pass(1)
  expect(last().sent).toEqual(['{"event":"ping"}'])
  last().events.said(frame({ event: 'pong', seq: 1 }))
  await clock.pass(30_000)
  expect(last().sent).toHaveLength(2)
})

test('[Q-168] each connection has a ticket of its own, and no token is in its address', async () => {
  const tickets = ['one', 'two', 'three'].map(ticket => ({ ticket }))
  const { agent, notices, clock, opened, last } = world(session, tickets)
  agent.start()
  await settled()
  notices.start()
  await settled()
  opened[0]?.events.closed(1006)
  await clock.pass(5_000)
  expect(opened.map(({ path }) => path)).toEqual([
    '/api/v1/ws/agent/7/conversations?ticket=one',
    '/api/v1/ws/notifications?ticket=two',
    '/api/v1/ws/agent/7/conversations?ticket=three&after=41',
  ])
  expect(last().closedWith).toEqual([])
})

test('[Q-168 Q-081] a ticket that cannot be had is a connection that failed: both sockets try again as they do', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const failing = Object.assign([], { shift: () => Promise.reject(new Error('no')) })
  const { agent, notices, clock, opened, givenUp } = world(session, failing)
  agent.start()
  notices.start()
  await clock.pass(25_000)
  expect(agent.state).toMatchObject({ open: false, stopped: false, behind: true })
  expect([opened.length, givenUp()]).toEqual([0, 1])
  expect(warned).toHaveBeenCalledWith('No ticket for a WebSocket', 'no')
})

test('[Q-168] a ticket that comes after the page has stopped opens nothing', async () => {
  const { agent, clock, opened } = world(session, [{ ticket: 'late' }])
  agent.start()
  agent.stop()
  await clock.pass(60_000)
  expect(opened).toEqual([])
})

test('[WS-05 Q-080] any close but 1000 is retried after 5 s for ever, from the last number, with a fresh token', async () => {
  const { agent, clock, opened, last, renewals } = world()
  agent.start()
  await settled()
  for (let cut = 1; cut <= 30; cut += 1) {
    last().events.closed(cut % 2 === 0 ? 1006 : 1001)
    await clock.pass(4_999)
    expect(opened).toHaveLength(cut)
    await clock.pass(1)
    expect(opened).toHaveLength(cut + 1)
  }
  expect(last().path).toContain('&after=41')
  expect(renewals()).toBe(30)
})

test('[Q-333] a server that starts anew is tried about every second until it is back', async () => {
  const { agent, clock, opened, last } = world()
  agent.start()
  await settled()
  last().events.opened()
  last().events.closed(1012)
  await clock.pass(500)
  expect([opened.length, agent.state.behind]).toEqual([2, true])
  last().events.closed(1006)
  await clock.pass(1_000)
  expect(opened).toHaveLength(3)
  last().events.opened()
  last().events.closed(1006)
  await clock.pass(4_999)
  expect(opened).toHaveLength(3)
})

test('[WS-06 Q-150] a clean close by the server is not retried as a cut is: once a minute, or when somebody asks', async () => {
  const { agent, clock, opened, last } = world()
  agent.start()
  await settled()
  last().events.closed(1000)
  await clock.pass(59_999)
  expect([opened.length, agent.state.behind]).toEqual([1, true])
  await clock.pass(1)
  expect(opened).toHaveLength(2)
  last().events.closed(1000)
  agent.start()
  await settled()
  expect(opened).toHaveLength(3)
  await clock.pass(120_000)
  expect(opened.length).toBeGreaterThan(3)
})

test('[WS-05 Q-080] the end of the session is told and not retried', async () => {
  const { agent, clock, opened, last, ended } = world()
  agent.start()
  await settled()
  last().events.closed(4401)
  await clock.pass(60_000)
  expect([opened.length, ended()]).toEqual([1, 1])
})

const noFactor = () =>
  refusal(403, { code: 'session.second-factor-missing', detail: 'Set up a second factor first' })

test('[Q-171] for want of a second factor nothing is tried until it is there: closed by the server, or no ticket', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const passes: (Pass | Error)[] = []
  const { agent, notices, clock, opened, missing, noticeStates, givenUp } = world(session, passes)
  agent.start()
  notices.start()
  await settled()
  for (const { events } of opened) events.closed(4403)
  await clock.pass(120_000)
  expect([opened.length, missing(), givenUp()]).toEqual([2, 1, 0])
  expect([agent.state.stopped, noticeStates.at(-1)?.stopped]).toEqual([true, true])

  // As after a reload, or when the line comes back.
  passes.push(noFactor(), noFactor())
  agent.start()
  notices.start()
  await clock.pass(120_000)
  expect([opened.length, missing(), givenUp()]).toEqual([2, 2, 0])

  agent.start()
  notices.start()
  await settled()
  expect(opened).toHaveLength(4)
})

test('[WS-06 AUTH-02 Q-080] stopping closes with 1000 and ends a planned retry', async () => {
  const { agent, clock, opened, last } = world()
  agent.start()
  await settled()
  last().events.opened()
  const first = last()
  agent.stop()
  expect(first.closedWith).toEqual([1000])
  // The browser tells of it once the other side has answered.
  first.events.closed(1000)
  await clock.pass(120_000)
  expect(opened).toHaveLength(1)
  agent.start()
  await settled()
  last().events.closed(1006)
  agent.stop()
  await clock.pass(60_000)
  expect(opened).toHaveLength(2)
})

test('[WS-14 Q-081] a connection that does not open within 20 s is given up and tried again', async () => {
  const { agent, notices, clock, opened } = world()
  agent.start()
  await settled()
  notices.start()
  await settled()
  const closes = () => opened.map(({ closedWith }) => closedWith.length)
  await clock.pass(19_999)
  expect(closes()).toEqual([0, 0])
  await clock.pass(1)
  expect(closes()).toEqual([1, 1])
  await clock.pass(4_999)
  expect(opened).toHaveLength(2)
  await clock.pass(1)
  expect(closes()).toEqual([1, 1, 0, 0])
})

test('[WS-02] behind until ready, and again when a ping stays unanswered for 10 s; at the next ping it is given up', async () => {
  const { agent, clock, opened, last, states } = world()
  agent.start()
  await settled()
  last().events.opened()
  expect(agent.state.behind).toBe(true)
  last().events.said(ready)
  expect(agent.state.behind).toBe(false)
  await clock.pass(30_000)
  expect(states.at(-1)?.behind).toBe(false)
  await clock.pass(10_000)
  expect(states.at(-1)?.behind).toBe(true)
  await clock.pass(20_000)
  expect(agent.state.open).toBe(false)
  await clock.pass(5_000)
  expect(opened).toHaveLength(2)
})

test('[WS-03] frames reach the feed; unknown events and noise do not', async () => {
  const { agent, last, said } = world()
  agent.start()
  await settled()
  const read = { event: 'read', data: { conversation_id: '5', seen_no: 2 }, seq: 3 }
  for (const text of ['not json', frame({ event: 'later', seq: 1 }), frame({ event: 'read' }), frame(read)]) {
    last().events.said(text)
  }
  expect(said).toEqual([read])
})

test('[WS-07 WS-09 WS-11 ERR-15 CONST-02] the notification socket gives up after five retries and says so', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { notices, clock, opened, last, givenUp } = world()
  notices.start()
  await settled()
  expect(last().path).toBe('/api/v1/ws/notifications?token=a+token')
  for (let retry = 0; retry < 5; retry += 1) {
    last().events.closed(1006)
    await clock.pass(5_000)
  }
  expect(opened).toHaveLength(6)
  expect(warned).not.toHaveBeenCalled()
  last().events.closed(1006)
  await clock.pass(600_000)
  expect(opened).toHaveLength(6)
  expect(warned.mock.calls).toEqual([['Max reconnection attempts reached']])
  expect(givenUp()).toBe(1)
})

test('[WS-08 Q-073] a frame with a type is a notice, with or without the fields beside the three; others are not', async () => {
  const { notices, last, noticed, noticeStates } = world()
  notices.start()
  await settled()
  last().events.opened()
  const bare = { type: 'ASSIGNMENT', message: 'Yours', conversation_id: '7' }
  const full = { ...bare, type: 'MESSAGE', id: '5', title: 'New message', seq: 3 }
  for (const raw of [
    bare,
    full,
    { event: 'pong', seq: 1 },
    { message: 'Hi' },
    { type: 4 },
    'MESSAGE',
    null,
  ]) {
    last().events.said(JSON.stringify(raw))
  }
  expect(noticed).toEqual([bare, full])
  last().events.said(ready)
  expect(noticeStates.at(-1)).toMatchObject({ open: true, ready: true })
})

test('[WS-10] a successful open counts the attempts anew', async () => {
  const { notices, clock, opened, last } = world()
  notices.start()
  await settled()
  for (let cut = 0; cut < 20; cut += 1) {
    last().events.opened()
    last().events.closed(1006)
    await clock.pass(5_000)
  }
  expect(opened).toHaveLength(21)
})

test('[WS-11 Q-079] after giving up, a start tries again with five new attempts', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { notices, clock, opened, last } = world()
  notices.start()
  await settled()
  const exhaust = async () => {
    for (let retry = 0; retry < 6; retry += 1) {
      last().events.closed(1006)
      await clock.pass(5_000)
    }
  }
  await exhaust()
  notices.start()
  await settled()
  await exhaust()
  expect(opened).toHaveLength(12)
})

test('[ERR-14] without token or agent id nothing is opened, and the reason is logged', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const nobody = world(null)
  nobody.agent.start()
  nobody.notices.start()
  const noId = world({ ...session, user: { ...session.user, id: '' } })
  noId.agent.start()
  expect([nobody.opened, noId.opened]).toEqual([[], []])
  expect(warned.mock.calls.flat()).toEqual([
    'No token available for WebSocket authentication',
    'No token available for WebSocket authentication',
    'No agent ID found for WebSocket connection',
  ])
})

test('[ASSIGN-14 ASSIGN-15] an assignment is said on the notice socket once it is known to be open, and not otherwise', async () => {
  const { notices, last } = world()
  const said = { type: 'ASSIGNMENT', agent_id: '8', conversation_id: '12' }
  expect(notices.say(said)).toBe(false)
  notices.start()
  await settled()
  last().events.opened()
  expect(notices.say(said)).toBe(false)
  last().events.said(ready)
  expect(notices.say(said)).toBe(true)
  expect(last().sent).toEqual([JSON.stringify(said)])
  notices.stop()
  expect(notices.say(said)).toBe(false)
  expect(last().sent).toHaveLength(1)
})
