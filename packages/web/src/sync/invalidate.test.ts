import type { LiveEvent } from '@parley/core/sockets/api'
import { keys } from '@parley/core/live/cached'
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Invalidation } from './invalidate.ts'
import { ManualClock } from './manual-clock.fixture.ts'

type Event = Parameters<Invalidation['receive']>[0]

const clock = new ManualClock()
let client: QueryClient
let invalidation: Invalidation
/** Answers before this number may lack an event. */
let floor: number
let stop: (() => void)[]

beforeEach(() => {
  notifyManager.setScheduler(run => run())
  floor = -1
  stop = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  invalidation = new Invalidation({ client, clock, recent: { covers: seq => seq >= floor } })
})
afterEach(() => {
  for (const end of stop) end()
  invalidation.stop()
  client.clear()
})

/** Shows a query. `asked` are the calls that it made, each to be answered. */
function show(queryKey: readonly unknown[]) {
  const asked: ((seq: number, value?: unknown) => Promise<void>)[] = []
  const observer = new QueryObserver<unknown>(client, {
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      new Promise(resolve => {
        asked.push(async (seq, value = []) => {
          resolve({ value, seq })
          await clock.pass(0)
        })
      }),
  })
  stop.push(observer.subscribe(() => undefined))
  return { asked, data: () => client.getQueryData<{ readonly value: unknown }>(queryKey)?.value }
}

const event = (name: string, data: object, seq = 5) => ({ event: name, data, seq }) as unknown as LiveEvent
const of = (conversation_id: string, id = '10', more: object = {}) => ({ id, conversation_id, ...more })
const lost = { conversation_id: '1', conversation: null }
const found = { conversation_id: '1', conversation: { id: '1' } }
const ready = (seq: number): Event => ({ event: 'ready', log: 'l', seq })

const shown = {
  tickets: keys.tickets('1'),
  ticket: keys.ticket('9'),
  'ticket list': keys.ticketList({}),
  issues: keys.issues('1'),
  notes: keys.notes('1'),
  'customer note': keys.customerNote('1'),
  reminders: keys.reminders('1'),
  assignments: keys.assignments('1'),
  'IPP list': keys.applications('ipp', {}, null),
  'LIB list': keys.applications('lib', {}, '1'),
  application: keys.application('ipp', '9'),
  templates: ['templates', '1'],
  agents: keys.agents,
} as const
type Name = keyof typeof shown
const lists: readonly Name[] = ['ticket list', 'IPP list', 'LIB list']
const beside: readonly Name[] = ['tickets', 'issues', 'notes', 'customer note', 'reminders', 'assignments']
const everything = (Object.keys(shown) as Name[]).filter(name => name !== 'agents')
/** What each holds is true from 3. */
const cachedIn = (name: Name) => {
  if (name === 'ticket' || name === 'application') return { value: { conversation_id: '1' }, seq: 3 }
  return lists.includes(name)
    ? { pages: [{ seq: 7 }, { seq: 3 }], pageParams: [] }
    : { value: [{ id: '9' }], seq: 3 }
}

test.each<[string, Event, readonly Name[]]>([
  ['a ticket', event('ticket', of('1', '9')), ['tickets', 'ticket', 'ticket list']],
  [
    '[Q-361] a ticket that was in this conversation',
    event('ticket', of('2', '9')),
    ['tickets', 'ticket', 'ticket list'],
  ],
  ['a ticket of another conversation', event('ticket', of('2')), ['ticket list']],
  ['an issue', event('issue', of('1')), ['issues']],
  ['[Q-361] an issue that was in this conversation', event('issue', of('2', '9')), ['issues']],
  ['a note', event('note', of('1')), ['notes']],
  ['a note of another conversation', event('note', of('2')), []],
  ['the note on the customer', event('customer-note', of('1', '1')), ['customer note']],
  ['an offer or its end', event('assignment', of('1', '1')), ['assignments']],
  ['a reminder', event('reminder', of('1')), ['reminders']],
  ['a reminder that the answers have already', event('reminder', of('1'), 3), []],
  [
    '[APPD-09] an application',
    event('application', of('1', '9', { kind: 'ipp' })),
    ['IPP list', 'application'],
  ],
  ['[CDET-17] an application of anybody', event('application', of('2', '8', { kind: 'lib' })), ['LIB list']],
  ['the templates', event('templates', {}), ['templates']],
  ['a conversation', event('conversation', { id: '1', ticket: null }), []],
  ['[Q-227] a conversation with a ticket', event('conversation', { id: '1', ticket: {} }), ['ticket list']],
  [
    '[Q-176] a conversation that is lost',
    event('sight', lost),
    [...beside, 'ticket', 'application', ...lists],
  ],
  [
    '[Q-176] a conversation that comes into sight',
    event('sight', found),
    [...beside, 'ticket', 'application', ...lists],
  ],
  ['a break in the log', { event: 'resync', log: 'l', seq: 9 }, everything],
  ['a pong', { event: 'pong', seq: 9 }, []],
])('[Q-084] %s fetches what it concerns, and nothing else', async (_, said, wanted) => {
  const queries = Object.entries(shown).map(([name, key]) => {
    client.setQueryData(key, cachedIn(name as Name))
    return { name, ...show(key) }
  })
  invalidation.receive(said)
  await clock.pass(300)
  const fetched = queries.filter(({ asked }) => asked.length > 0).map(({ name }) => name)
  expect(fetched.toSorted()).toEqual(wanted.toSorted())
})

test('[Q-227] a list of tickets is fetched when its conversation changes hands, and not for every message', async () => {
  const { asked } = show(keys.ticketList({}))
  client.setQueryData(keys.ticketList({}), cachedIn('ticket list'))
  const rounds = async (seq: number, agent: object | null) => {
    invalidation.receive(event('conversation', { id: '1', ticket: {}, agent }, seq))
    await clock.pass(300)
    await asked.at(-1)?.(seq)
    client.setQueryData(keys.ticketList({}), cachedIn('ticket list'))
    return asked.length
  }
  const before = await rounds(10, { id: '3', name: 'Ann' })
  expect(await rounds(11, { id: '3', name: 'Ann' })).toBe(before)
  expect(await rounds(12, null)).toBe(before + 1)
})

test('[Q-084] a burst of events is one call', async () => {
  const { asked } = show(keys.notes('1'))
  await asked[0]?.(3)
  for (let seq = 4; seq < 9; seq += 1) invalidation.receive(event('note', of('1'), seq))
  await clock.pass(1_000)
  expect(asked).toHaveLength(2)
})

test('[Q-084] an answer from before the socket began is asked for again, and only that', async () => {
  const [old, present, coming] = [show(keys.notes('1')), show(keys.reminders('1')), show(keys.issues('1'))]
  await old.asked[0]?.(3)
  await present.asked[0]?.(4)
  floor = 4
  invalidation.receive(ready(4))
  await clock.pass(300)
  expect([old, present, coming].map(({ asked }) => asked.length)).toEqual([2, 1, 1])
})

test.each([
  ['first', 0],
  ['later', 1],
])('[Q-084] a %s fetch that began before the event begins anew', async (_, answered) => {
  const { asked, data } = show(keys.notes('1'))
  if (answered === 1) {
    await asked[0]?.(3)
    void client.invalidateQueries({ queryKey: keys.notes('1') })
    await clock.pass(0)
  }
  invalidation.receive(event('note', of('1')))
  await clock.pass(300)
  await asked[answered]?.(4, ['old'])
  await asked[answered + 1]?.(5, ['new'])
  expect([asked.length, data()]).toEqual([answered + 2, ['new']])
})

test('[Q-084] events that keep coming do not call a slow answer off', async () => {
  const { asked, data } = show(keys.notes('1'))
  await asked[0]?.(3)
  for (let seq = 4; seq < 12; seq += 1) {
    invalidation.receive(event('note', of('1'), seq))
    await clock.pass(300)
  }
  expect(asked).toHaveLength(2)
  await asked[1]?.(9, ['slow'])
  expect(data()).toEqual(['slow'])
  await clock.pass(300)
  expect(asked).toHaveLength(3)
})

test('[Q-176] what goes out of sight leaves the screen before an answer says so', async () => {
  const { asked, data } = show(keys.notes('1'))
  await asked[0]?.(3, ['secret'])
  invalidation.receive(event('sight', lost))
  expect(data()).toBeUndefined()
})
