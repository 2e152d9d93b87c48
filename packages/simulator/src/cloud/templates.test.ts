import { Readable } from 'node:stream'
import { readTemplates } from '@parley/whatsapp/template-list'
import { templateMessage } from '@parley/whatsapp/send'
import { expect, test } from 'vitest'
import { credentials, eventually, receiver, simulator } from '../simulator.fixture.ts'

/** Longer than any answer takes. */
const soon = { timeoutMs: 30_000 }
const one = '/phones/256700000001'
const to = { phone: '256700000001' }
const filled = { name: 'payment_received', language: 'en', header: null, buttons: [] }
const values = (...texts: readonly string[]) => texts.map((text, n) => ({ name: String(n + 1), text }))
const thanks = { ...filled, body: values('Sarah', '150,000', '2 March') }
const sending = (template: Parameters<typeof templateMessage>[0]['template']) =>
  templateMessage({ to, opaque: '1', template })

test('[Q-185] all templates are listed a page at a time, as Meta lists them', async () => {
  const { url } = await simulator('http://127.0.0.1:9/webhook')
  const ask = async (query: string) => {
    const answer = await fetch(`${url}/v23.0/100000000000002/message_templates?${query}`, {
      headers: { authorization: `Bearer ${credentials.accessToken}` },
    })
    return answer.json() as Promise<{
      data: { id: string }[]
      paging: { cursors: { after: string }; next?: string }
    }>
  }
  const first = await ask('limit=4')
  expect(first.data).toHaveLength(4)
  expect(first.paging.next).toContain(first.paging.cursors.after)
  const rest = await ask(`limit=100&after=${first.paging.cursors.after}`)
  expect(rest.paging.next).toBeUndefined()
  expect(new Set([...first.data, ...rest.data].map(({ id }) => id)).size).toBe(4 + rest.data.length)
  const read = await readTemplates({ apiUrl: url, version: 'v23.0', ...credentials }, '100000000000002', soon)
  const templates = read.outcome === 'read' ? read.templates : []
  expect(templates).toHaveLength(4 + rest.data.length)
  expect(new Set(templates.map(({ status }) => status))).toEqual(
    new Set(['APPROVED', 'PAUSED', 'REJECTED', 'PENDING']),
  )
  expect(templates.every(({ unfillable, body }) => unfillable === null && body !== '')).toBe(true)
})

test('[Q-185] a template is on the phone with its values, and its quick reply comes back as a button', async () => {
  const { url, posts } = await receiver()
  const { client, get, post } = await simulator(url)
  await client.send(sending(thanks), soon)
  await client.send(sending({ ...filled, name: 'continue_conversation', body: values('Sarah') }), soon)
  const { body: shown } = await get(`${one}/messages`)
  expect(shown).toMatchObject([
    {
      type: 'template',
      text: 'Dear Sarah, we have received your contribution of UGX 150,000 on 2 March. Thank you.',
    },
    { type: 'template', text: expect.stringContaining('Hello Sarah,') },
  ])
  await post(`${one}/taps`, { message_id: shown[1].id, choice_id: '0' })
  const tapped = () => posts.flatMap(({ items }) => items).find(item => item.kind === 'message')
  await eventually(() => tapped() !== undefined, true)
  expect(tapped()).toMatchObject({
    message: { type: 'button', text: 'Go on', contextId: shown[1].id },
  })
})

test('[Q-185] a header carries the file, and a button’s URL its parameter', async () => {
  const { client, get } = await simulator('http://127.0.0.1:9/webhook')
  const bytes = Buffer.from('%PDF-1.7 form')
  const uploaded = await client.uploadMedia(
    {
      bytes: { stream: Readable.from([bytes]), size: bytes.length },
      filename: 'form.pdf',
      mimeType: 'application/pdf',
    },
    soon,
  )
  const id = uploaded.outcome === 'uploaded' ? uploaded.mediaId : ''
  const form = {
    ...filled,
    name: 'beneficiary_form_ready',
    body: values('Peter', 'LF-1', 'today'),
  }
  await client.send(sending({ ...form, header: { kind: 'document', id, filename: 'form.pdf' } }), soon)
  const statement = { ...filled, name: 'statement_ready', body: values('Peter', 'June') }
  await client.send(sending({ ...statement, buttons: [{ place: 0, kind: 'url', value: '77' }] }), soon)
  expect((await get(`${one}/messages`)).body).toMatchObject([
    { media: { filename: 'form.pdf', kind: 'document' } },
    { text: expect.stringContaining('June') },
  ])
  expect(await client.send(sending({ ...form, header: null }), soon)).toMatchObject({ code: 132012 })
})

test.each([
  ['another number of values', { body: values('Sarah') }, 132000],
  ['no such template', { name: 'nothing' }, 132001],
  ['not in this language', { language: 'fr' }, 132001],
  ['not approved yet', { name: 'address_changed', body: values('Sarah') }, 132001],
  ['rejected', { name: 'lottery_draw', body: [] }, 132001],
  ['paused', { name: 'premium_reminder', body: values('a', 'b', 'c') }, 132015],
  ['too long', { body: values('Sarah', 'x'.repeat(1000), '2 March') }, 132005],
  ['a line break in a value', { body: values('Sarah', 'a\nb', '2 March') }, 132018],
  ['named where places are wanted', { body: ['a', 'b', 'c'].map(name => ({ name, text: name })) }, 132012],
])('[Q-185] %s is refused as Meta refuses it', async (_, change, code) => {
  const { client, get } = await simulator('http://127.0.0.1:9/webhook')
  expect(await client.send(sending({ ...thanks, ...change }), soon)).toMatchObject({
    outcome: 'refused',
    code,
  })
  expect((await get(`${one}/messages`)).body).toEqual([])
})

test('[Q-185] each change of a template has a webhook field of its own', async () => {
  const { url, posts } = await receiver()
  const { post, client } = await simulator(url)
  const change = { status: 'DISABLED', quality: 'RED', category: 'MARKETING' }
  expect((await post('/templates/payment_received', change)).body).toMatchObject({ status: 'DISABLED' })
  const told = () => posts.map(({ raw }) => JSON.parse(raw).entry[0].changes[0])
  await eventually(() => told().length, 3)
  expect(told().map(({ field }) => field)).toEqual([
    'message_template_status_update',
    'message_template_quality_update',
    'template_category_update',
  ])
  expect(told()[2].value).toMatchObject({ previous_category: 'UTILITY', new_category: 'MARKETING' })
  expect(await client.send(sending(thanks), soon)).toMatchObject({ code: 132016 })
  expect((await post('/templates/payment_received', { language: 'fr' })).status).toBe(404)
  expect((await post('/templates/payment_received', { status: 'GOOD' })).status).toBe(400)
})

test('[Q-185] a template is sent when the window is closed', async () => {
  const { url, seen } = await receiver()
  const { post, client } = await simulator(url)
  await post(`${one}/messages`, { type: 'text', text: 'Hello' })
  await post('/clock', { ahead_minutes: 25 * 60 })
  await post('/faults', { name: 'window-closed' })
  expect(await client.send(sending(thanks), soon)).toMatchObject({ outcome: 'accepted' })
  await eventually(seen, ['text Hello', 'status sent', 'status delivered'])
})
