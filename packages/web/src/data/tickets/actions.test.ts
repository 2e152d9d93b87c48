/// <reference types="node" />
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api as calls } from '@parley/core/calls'
import type { TicketEntity } from '@parley/core/tickets/api'
import { type Cached, keys } from '@parley/core/live/cached'
import { readTicket } from '@parley/core/read/work'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../client/client.ts'
import { isChanged, ticketActions } from './actions.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const wire = (more: object = {}) => ({
  id: '7',
  conversation_id: '5',
  title: 'Late',
  status: 'IN_PROGRESS',
  priority: 'LOW',
  notes: [],
  version: 1,
  ...more,
})
const ticket = readTicket(wire())

/** What the server answers to each call in turn: a ticket, a refusal, or nothing at all. */
type Said = { readonly status?: number; readonly body: object } | 'cut'

let server: Server
let client: QueryClient
let actions: ReturnType<typeof ticketActions>
let seen: [method: string, path: string, body: unknown][]
let answers: Said[]

const say = (response: ServerResponse, said: Said | undefined) => {
  if (said === undefined || said === 'cut') return response.destroy()
  return response
    .writeHead(said.status ?? 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(said.body))
}
const changed = (current: object): Said => ({
  status: 409,
  body: { detail: 'A colleague changed it', code: 'ticket.changed', current },
})

beforeEach(async () => {
  seen = []
  answers = []
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += String(chunk)
    })
    request.on('end', () => {
      seen.push([request.method ?? '', request.url ?? '', JSON.parse(body)])
      say(response, answers.shift())
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = new QueryClient()
  client.setQueryData<Cached<readonly TicketEntity[]>>(keys.tickets('5'), {
    value: [ticket],
    seq: 0,
  })
  client.setQueryData<Cached<TicketEntity | null>>(keys.ticket('7'), { value: ticket, seq: 0 })
  actions = ticketActions(
    client,
    createClient(calls, { base, token: () => 't', renew: async () => 'ended', fetch }),
  )
})

afterEach(() => {
  vi.restoreAllMocks()
  client.clear()
  server.closeAllConnections()
  server.close()
})

const held = () => [
  client.getQueryData<Cached<readonly TicketEntity[]>>(keys.tickets('5'))?.value[0]?.version,
  client.getQueryData<Cached<TicketEntity | null>>(keys.ticket('7'))?.value?.version,
]

test.each<[string, (held: typeof actions) => Promise<unknown>, string, object]>([
  [
    'API-41',
    one => one.update(ticket, { status: 'CLOSED', agent_notes: 'Done' }),
    '/tickets/7',
    { status: 'CLOSED', agent_notes: 'Done', version: 1 },
  ],
  [
    'API-42 Q-108',
    one => one.setPriority(ticket, 'HIGH'),
    '/tickets/7/priority',
    { priority: 'HIGH', version: 1 },
  ],
  [
    'API-44 TICKET-30 Q-114',
    one => one.close(ticket, 'Paid'),
    '/tickets/7/close',
    { resolution: 'Paid', version: 1 },
  ],
  [
    'API-45 TICKET-28',
    one => one.reopen(ticket),
    '/tickets/7/reopen',
    { reason: 'Reopened by agent', version: 1 },
  ],
])('[%s] an edit names its version; its answer reaches everything held', async (_, write, path, body) => {
  answers = [{ body: wire({ version: 2 }) }]
  await write(actions)
  expect(seen).toEqual([['PUT', path, body]])
  expect(held()).toEqual([2, 2])
})

test('[API-41] a ticket whose provider keeps no versions is edited without one', async () => {
  answers = [{ body: wire() }]
  await actions.update({ ...ticket, version: null }, { status: 'CLOSED' })
  expect(seen[0]?.[2]).toEqual({ status: 'CLOSED' })
})

test('[API-43] a new ticket stands in the list with its answer', async () => {
  answers = [{ body: wire({ id: '8', created_at: '2026-03-02T09:00:00.000Z' }) }]
  await actions.create({ conversation_id: '5', title: 'Late', client_ticket_id: 'c1' })
  expect(seen).toEqual([
    ['POST', '/tickets', { conversation_id: '5', title: 'Late', client_ticket_id: 'c1' }],
  ])
  const list = client.getQueryData<Cached<readonly TicketEntity[]>>(keys.tickets('5'))?.value
  expect(list?.map(({ id }) => id)).toEqual(['8', '7'])
})

test('[Q-116] a stale version is refused, and what the colleague made of it is held then', async () => {
  answers = [changed(wire({ version: 4, status: 'CLOSED' }))]
  const refusal = await actions.update(ticket, { agent_notes: 'Mine' }).catch((cause: unknown) => cause)
  expect(isChanged(refusal)).toBe(true)
  expect(held()).toEqual([4, 4])
})

test('[Q-116] a refusal that holds our own edit is no refusal: its answer was lost', async () => {
  answers = [changed(wire({ version: 2, notes: [{ at: now.toISOString(), by: 'Ann', text: 'Mine' }] }))]
  expect((await actions.update(ticket, { agent_notes: 'Mine' })).version).toBe(2)
})

const resolved = { status: 'RESOLVED', resolved_at: now.toISOString() }
test.each<[string, readonly Said[], string, number]>([
  [
    'both steps are saved',
    [
      { body: wire({ ...resolved, version: 2 }) },
      { body: wire({ ...resolved, resolution: 'Paid', version: 3 }) },
    ],
    'resolved',
    2,
  ],
  ['the text is not', [{ body: wire({ ...resolved, version: 2 }) }, 'cut'], 'without-text', 2],
  ['the status is not', ['cut', { body: wire({ resolution: 'Paid', version: 2 }) }], 'without-status', 1],
  ['neither is', ['cut', 'cut'], 'failed', 1],
  [
    'a colleague was first, twice',
    [changed(wire({ version: 9, priority: 'HIGH' })), changed(wire({ version: 9, priority: 'HIGH' }))],
    'failed',
    1,
  ],
  [
    'the first answer is lost, so that the second step is stale',
    ['cut', changed(wire({ ...resolved, version: 2 }))],
    'without-text',
    1,
  ],
])('[TICKET-24 TICKET-25 TICKET-26 Q-109] resolving when %s', async (_, said, outcome, secondVersion) => {
  answers = [...said]
  expect((await actions.resolve(ticket, ' Paid ', now)).outcome).toBe(outcome)
  expect(seen).toEqual([
    ['PUT', '/tickets/7', { status: 'RESOLVED', version: 1 }],
    ['PUT', '/tickets/7', { resolution: 'Paid', resolved_at: now.toISOString(), version: secondVersion }],
  ])
})
