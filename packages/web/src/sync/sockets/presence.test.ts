import type { PresenceEvent } from '@parley/core/sockets/api'
import { expect, test } from 'vitest'
import { ManualClock } from '../manual-clock.fixture.ts'
import { Presence } from './presence.ts'

const brian = { agent_id: '2', agent_name: 'brian', typing: false }
const frame = (id: string, viewers: readonly object[] = [brian]) =>
  ({ event: 'presence', data: { conversation_id: id, viewers } }) as unknown as PresenceEvent
const good = { ready: true, behind: false }
const behind = { ready: true, behind: true }
const closed = { ready: false, behind: true }

/** A page that shows conversation 7 in front, and what it says on its socket. */
function world() {
  const clock = new ManualClock()
  const presence = new Presence(clock)
  const said: string[] = []
  const line = { works: true }
  const say = ({ conversation_id: id, typing }: { conversation_id: string | null; typing: boolean }) => {
    if (line.works) said.push(`${id}${typing ? ' typing' : ''}`)
    return line.works
  }
  const follow = (state: typeof good) => presence.follow(state, say)
  presence.setInFront(true)
  presence.show('7')
  return {
    clock,
    presence,
    said,
    line,
    follow,
    names: () => presence.viewers.get().map(one => one.agent_name),
  }
}

test('a page says what it shows once the socket is ready, at once when that changes, and every 5 s', async () => {
  const { clock, presence, said, follow } = world()
  expect(said).toEqual([])
  follow(good)
  follow(good)
  expect(said).toEqual(['7'])
  await clock.pass(4_999)
  expect(said).toHaveLength(1)
  await clock.pass(10_001)
  expect(said).toEqual(['7', '7', '7', '7'])
  presence.show('8')
  expect(said.at(-1)).toBe('8')
  presence.setInFront(false)
  expect(said.at(-1)).toBe('null')
  await clock.pass(60_000)
  expect(said).toHaveLength(6)
  presence.setInFront(true)
  expect(said.at(-1)).toBe('8')
  presence.show(null)
  await clock.pass(60_000)
  expect(said.slice(6)).toEqual(['8', 'null'])
})

test('typing lasts 5 s after the last change of the box, and ends at once when it is empty', async () => {
  const { clock, presence, said, follow } = world()
  follow(good)
  presence.typed(false)
  await clock.pass(3_000)
  presence.typed(false)
  expect(said).toEqual(['7', '7 typing'])
  await clock.pass(4_999)
  expect(said).toEqual(['7', '7 typing', '7 typing'])
  await clock.pass(1)
  expect(said.at(-1)).toBe('7')
  presence.typed(false)
  presence.typed(true)
  expect(said.slice(-2)).toEqual(['7 typing', '7'])
  presence.typed(false)
  presence.show('8')
  expect(said.at(-1)).toBe('8')
})

test('what the server told stays while the page says that it looks, however long nothing changes', async () => {
  const { clock, presence, follow, names } = world()
  let changes = 0
  presence.viewers.subscribe(() => {
    changes += 1
  })
  follow(good)
  presence.hear(frame('7'))
  await clock.pass(60_000)
  expect([names(), changes]).toEqual([['brian'], 1])
  presence.hear(frame('7', []))
  expect([names(), changes]).toEqual([[], 2])
})

test('nobody is known to look in another conversation, without focus, and after the socket closed', () => {
  const { presence, follow, names } = world()
  follow(good)
  presence.hear(frame('8'))
  expect(names()).toEqual([])
  presence.hear(frame('7'))
  presence.setInFront(false)
  expect(names()).toEqual([])
  presence.setInFront(true)
  expect(names()).toEqual([])
  presence.hear(frame('7'))
  follow(closed)
  expect(names()).toEqual([])
  follow(good)
  expect(names()).toEqual([])
})

test('while behind nobody is shown; when the line is good again, those who were told', () => {
  const { presence, said, follow, names } = world()
  follow(good)
  presence.hear(frame('7'))
  follow(behind)
  expect(names()).toEqual([])
  follow(good)
  expect(names()).toEqual(['brian'])
  expect(said).toEqual(['7'])
})

test('once the page could not say for 10 s that it looks, the server tells it nothing: nobody is shown', async () => {
  const { clock, presence, said, line, follow, names } = world()
  follow(good)
  presence.hear(frame('7'))
  line.works = false
  await clock.pass(9_999)
  expect(names()).toEqual(['brian'])
  await clock.pass(1)
  expect(names()).toEqual([])
  line.works = true
  await clock.pass(5_000)
  expect(said).toEqual(['7', '7'])
  expect(names()).toEqual(['brian'])
})
