/// <reference types="node" />
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api as calls } from '@parley/core/calls'
import { keys } from '@parley/core/live/cached'
import { readApplication } from '@parley/core/read/work'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../client/client.ts'
import {
  isPointsOpen,
  prepareRequest,
  type ApplicationSource,
  type CachedApplication,
  isStale,
  servedApplications,
  type WantedApplications,
} from './source.ts'

const wire = (id: number, more: object = {}) => ({
  id: String(id),
  kind: 'ipp',
  form_name: 'Individual Pension Plan',
  status: 'SUBMITTED',
  submission_date: `2026-11-${String(id).padStart(2, '0')}T09:00:00.000Z`,
  created_at: '2026-11-01T09:00:00.000Z',
  customer: { name: `Customer ${id}`, phone_number: '+256700000001' },
  conversation_id: '5',
  status_history: [],
  document_asks: [],
  version: 1,
  ...more,
})
interface Said {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

let server: Server
let client: QueryClient
let source: ApplicationSource
let ask: ReturnType<typeof createClient<typeof calls>>
let seen: { readonly method: string; readonly url: URL; readonly body: unknown }[]
let answers: Said[]

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
      const url = new URL(request.url ?? '', 'http://x')
      seen.push({ method: request.method ?? '', url, body: body === '' ? null : JSON.parse(body) })
      const said = answers.shift()
      if (said === undefined) return response.destroy()
      return response
        .writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers })
        .end(JSON.stringify(said.body))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = new QueryClient()
  ask = createClient(calls, { base, token: () => 't', renew: async () => 'ended', fetch })
  source = servedApplications(client, ask)
})

afterEach(() => {
  vi.restoreAllMocks()
  client.clear()
  server.closeAllConnections()
  server.close()
})

const everything: WantedApplications = { kind: 'ipp', filter: {}, conversation: null }
const listed = (rows: readonly object[], seq: number, counts: object): Said => ({
  body: rows,
  headers: { 'Parley-Seq': String(seq), 'Parley-Counts': JSON.stringify(counts) },
})

test('[Q-131 CDET-17 APPL-04] a list is asked for with its filter, the time zone and the conversation, in one call', async () => {
  answers = [listed([wire(3), wire(2)], 7, { SUBMITTED: 2 })]
  const wanted: WantedApplications = {
    kind: 'lib',
    filter: { status: 'SUBMITTED', range: 'WEEK', search: 'Okello' },
    conversation: { id: '5', phone: '+256700000001' },
  }
  const page = await source.page(wanted, null)
  expect(page).toMatchObject({ seq: 7, next: null, counts: { SUBMITTED: 2, DRAFT: 0 } })
  expect(seen).toHaveLength(1)
  expect(seen[0]?.url.pathname).toBe('/applications/lib')
  expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({
    status: 'SUBMITTED',
    range: 'WEEK',
    search: 'Okello',
    conversation_id: '5',
    limit: '200',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

test('a full page names the place behind which the next one begins', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => wire(1000 - at, { submission_date: null }))
  answers = [listed(rows, 7, { SUBMITTED: 201 }), listed([wire(1)], 9, { SUBMITTED: 201 })]
  const { next } = await source.page(everything, null)
  expect(next).toBe('801')
  const last = await source.page(everything, next)
  expect(seen[1]?.url.searchParams.get('after')).toBe('801')
  expect([last.rows.map(({ id }) => id), last.next]).toEqual([['1'], null])
})

test('[ERR-29 APPD-14] an application that is not there is none; any other failure rejects', async () => {
  answers = [{ status: 404, body: { detail: 'Application not found', code: 'application.not-found' } }]
  expect((await source.get('ipp', '99')).value).toBeNull()
  answers = [{ status: 500, body: { detail: 'Broken', code: 'server.failed' } }]
  await expect(source.get('ipp', '99')).rejects.toThrow('Broken')
})

const one = () => client.getQueryData<CachedApplication>(keys.application('ipp', '3'))?.value

const seenPoint = { code: 'shares.sum', field: 'beneficiaries', sentence: 'stays here' }

test('[APPD-09 Q-127 Q-241] an edit names its version and its id, and its answer stands in what is held', async () => {
  client.setQueryData<CachedApplication>(keys.application('ipp', '3'), {
    value: readApplication(wire(3)),
    seq: 0,
  })
  answers = [
    { body: wire(3, { status: 'APPROVED', version: 2 }) },
    { body: wire(3, { status: 'APPROVED', version: 2, notes: [{ id: '1', content: 'Called' }] }) },
    { body: wire(3, { status: 'APPROVED', version: 3, verification_flags: { id_verified: true } }) },
  ]
  await source.setStatus(
    { kind: 'ipp', id: '3', version: 1 },
    {
      status: 'APPROVED',
      notes: ' x ',
      tell: true,
      customerWords: ' y ',
      despite: [seenPoint],
      changeId: 'c-1',
    },
  )
  expect(one()?.status).toBe('APPROVED')
  await source.addNote({ kind: 'ipp', id: '3' }, { content: 'Called', noteId: 'n-1' })
  expect(one()?.notes).toHaveLength(1)
  await source.setFlags({ kind: 'ipp', id: '3', version: 2 }, { id_verified: true })
  expect(one()?.verification_flags).toMatchObject({ id_verified: true })
  expect(seen.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
    [
      'PUT',
      '/applications/ipp/3/status',
      {
        status: 'APPROVED',
        notes: 'x',
        tell_customer: true,
        customer_words: 'y',
        version: 1,
        despite: [{ code: 'shares.sum', field: 'beneficiaries' }],
        client_change_id: 'c-1',
      },
    ],
    ['POST', '/applications/ipp/3/notes', { content: 'Called', client_note_id: 'n-1' }],
    ['PUT', '/applications/ipp/3/flags', { flags: { id_verified: true }, version: 2 }],
  ])
})

test('[APPD-10] a stale edit is refused, changes nothing, and brings what there is now', async () => {
  client.setQueryData<CachedApplication>(keys.application('ipp', '3'), {
    value: readApplication(wire(3)),
    seq: 0,
  })
  const current = wire(3, { status: 'REJECTED', version: 2 })
  answers = [{ status: 409, body: { detail: 'A colleague changed it', code: 'application.stale', current } }]
  const edit = source.setStatus(
    { kind: 'ipp', id: '3', version: 1 },
    { status: 'APPROVED', notes: '', tell: true, customerWords: '', despite: [], changeId: 'c' },
  )
  await expect(edit).rejects.toSatisfy(isStale)
  expect(one()).toMatchObject({ status: 'REJECTED', version: 2 })
})

test('[Q-241] a point that came meanwhile comes with the refusal, and what the customer is asked is the server’s text', async () => {
  client.setQueryData<CachedApplication>(keys.application('ipp', '3'), {
    value: readApplication(wire(3)),
    seq: 0,
  })
  const current = wire(3, { attachments: [{ id: '9', name: 'id.png', state: 'failed' }] })
  answers = [
    { status: 409, body: { detail: 'Not approved', code: 'application.points-open', current } },
    { body: { conversation_id: '8', language: 'sw', text: 'Habari' } },
  ]
  const edit = source.setStatus(
    { kind: 'ipp', id: '3', version: 1 },
    { status: 'APPROVED', notes: '', tell: true, customerWords: '', despite: [], changeId: 'c' },
  )
  await expect(edit).rejects.toSatisfy(isPointsOpen)
  expect(one()?.attachments).toMatchObject([{ state: 'failed' }])
  const application = one()
  if (application === undefined || application === null) throw new Error('It is held')
  expect(await prepareRequest(application, ask)).toEqual({ conversationId: '8', text: 'Habari' })
  expect(seen.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    'PUT /applications/ipp/3/status',
    'GET /applications/ipp/3/request',
  ])
})
