import { Readable } from 'node:stream'
import { mediaMessage, textMessage } from '@parley/whatsapp/send'
import { expect, test } from 'vitest'
import { credentials, eventually, receiver, simulator } from '../simulator.fixture.ts'

const to = { phone: '256700000001' }
const hello = textMessage({ to, text: 'Hello', opaque: 'attempt-1' })
/** Longer than any answer takes. */
const soon = { timeoutMs: 30_000 }
const one = '/phones/256700000001'

test('[Q-018] a text reaches the phone, and its state goes from sent to delivered to read', async () => {
  const { url, posts, seen } = await receiver()
  const { client, get, post } = await simulator(url)
  const sent = await client.send(hello, soon)
  const shown = async () => (await get(`${one}/messages`)).body
  expect(await shown()).toMatchObject([
    { id: sent.outcome === 'accepted' && sent.wamid, direction: 'OUTBOUND', type: 'text', text: 'Hello' },
  ])
  await eventually(seen, ['status sent', 'status delivered'])
  expect(await shown()).toMatchObject([{ status: 'delivered' }])
  expect((await post(`${one}/read`, {})).body).toEqual({ read: 1 })
  await eventually(seen, ['status sent', 'status delivered', 'status read'])
  expect(await shown()).toMatchObject([{ status: 'read' }])
  expect(posts.map(({ items }) => items[0])).toMatchObject(
    ['sent', 'delivered', 'read'].map(status => ({
      kind: 'status',
      status: { wamid: sent.outcome === 'accepted' && sent.wamid, status, opaque: 'attempt-1' },
    })),
  )
  expect((await post(`${one}/read`, {})).body).toEqual({ read: 0 })
})

test('[Q-018] a message read before its delivery was reported stays read', async () => {
  const { url, seen } = await receiver()
  const { client, post, get } = await simulator(url, { deliveredAfterMs: 150 })
  await client.send(hello, soon)
  await post(`${one}/read`, {})
  await eventually(seen, ['status sent', 'status delivered', 'status read'])
  await new Promise(resolve => setTimeout(resolve, 250))
  expect(seen()).toHaveLength(3)
  expect((await get(`${one}/messages`)).body[0].status).toBe('read')
})

test('[Q-018] an offline phone gets its messages when it is back', async () => {
  const { url, seen } = await receiver()
  const { client, post } = await simulator(url)
  await post(`${one}/connection`, { online: false })
  await client.send(hello, soon)
  await eventually(seen, ['status sent'])
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(seen()).toEqual(['status sent'])
  expect((await post(`${one}/read`, {})).body).toEqual({ read: 0 })
  expect((await post(`${one}/messages`, { type: 'text', text: 'a' })).status).toBe(409)
  await post(`${one}/connection`, { online: true })
  await eventually(seen, ['status sent', 'status delivered'])
})

test('a customer is also reached by user id', async () => {
  const { url, posts } = await receiver()
  const { client, post, get } = await simulator(url)
  await post(`${one}/messages`, { type: 'text', text: 'a' })
  await eventually(() => posts.length, 1)
  const item = posts[0]?.items[0]
  const userId = item?.kind === 'message' ? (item.message.userId ?? '') : ''
  const answer = textMessage({ to: { userId }, text: 'by id', opaque: 'o' })
  expect(await client.send(answer, soon)).toMatchObject({ outcome: 'accepted' })
  expect((await get(`${one}/messages`)).body.at(-1)).toMatchObject({ text: 'by id' })
  const nobody = textMessage({ to: { userId: 'UG.0' }, text: 'a', opaque: 'o' })
  expect(await client.send(nobody, soon)).toMatchObject({ outcome: 'refused', code: 131026 })
})

test.each([
  ['image', 'image/png', 'a.png'],
  ['document', 'application/pdf', 'a.pdf'],
  ['audio', 'audio/mpeg', 'a.mp3'],
  ['video', 'video/mp4', 'a.mp4'],
] as const)('[COMP-14] a file is uploaded and sent as %s', async (kind, mimeType, filename) => {
  const { url, seen } = await receiver()
  const { client, get } = await simulator(url)
  const bytes = Buffer.from('the bytes')
  const upload = await client.uploadMedia({ bytes, filename, mimeType }, soon)
  if (upload.outcome !== 'uploaded') throw new Error(upload.outcome)
  const media = { kind, id: upload.mediaId, filename, caption: 'c' }
  expect(await client.send(mediaMessage({ to, opaque: 'o', media }), soon)).toMatchObject({
    outcome: 'accepted',
  })
  const shown = (await get(`${one}/messages`)).body[0]
  expect(shown).toMatchObject({
    type: kind,
    text: kind === 'audio' ? null : 'c',
    media: { filename, mime_type: mimeType },
  })
  await eventually(seen, ['status sent', 'status delivered'])
})

test.each([
  ['audio/ogg; codecs=opus', ['status sent', 'status delivered']],
  ['audio/mpeg', ['status failed']],
])('[Q-195] a voice note of the type %s: %j', async (mimeType, told) => {
  const { url, seen } = await receiver()
  const { client, get } = await simulator(url)
  const upload = await client.uploadMedia({ bytes: Buffer.from('x'), filename: 'v', mimeType }, soon)
  if (upload.outcome !== 'uploaded') throw new Error(upload.outcome)
  const media = { kind: 'audio', id: upload.mediaId, voice: true } as const
  await client.send(mediaMessage({ to, opaque: 'o', media }), soon)
  expect((await get(`${one}/messages`)).body[0]).toMatchObject({ type: 'audio', media: { voice: true } })
  await eventually(seen, told)
})

test('[Q-039] a file whose kind does not fit is accepted, then fails by status, as at Meta', async () => {
  const { url, posts } = await receiver()
  const { client } = await simulator(url)
  const file = { bytes: Buffer.from('x'), filename: 'a.pdf', mimeType: 'application/pdf' }
  const upload = await client.uploadMedia(file, soon)
  if (upload.outcome !== 'uploaded') throw new Error(upload.outcome)
  await client.send(mediaMessage({ to, opaque: 'o', media: { kind: 'image', id: upload.mediaId } }), soon)
  await eventually(() => posts.length, 1)
  expect(posts[0]?.items[0]).toMatchObject({ status: { status: 'failed', error: { code: 131053 } } })
})

test.each([
  ['in a format WhatsApp does not play', 'x', 'audio/webm'],
  ['without a type', 'x', 'nonsense'],
  ['that is empty', '', 'application/pdf'],
])('[Q-039] a file %s is refused at the upload', async (_name, content, mimeType) => {
  const { url } = await receiver()
  const { client } = await simulator(url)
  const file = { bytes: Buffer.from(content), filename: 'a.bin', mimeType }
  expect(await client.uploadMedia(file, soon)).toMatchObject({ outcome: 'refused', code: 100 })
})

test('buttons are shown, and a tap answers their message', async () => {
  const { url, posts } = await receiver()
  const { graph, get, post } = await simulator(url)
  const buttons = ['Claim', 'Person'].map(title => ({
    type: 'reply',
    reply: { id: title.toLowerCase(), title },
  }))
  const menu = { type: 'button', body: { text: 'How can we help?' }, action: { buttons } }
  const base = { messaging_product: 'whatsapp', to: '256700000001', type: 'interactive' }
  const id = (await graph('/messages', { ...base, interactive: menu })).body.messages[0].id
  expect((await get(`${one}/messages`)).body[0]).toMatchObject({
    type: 'interactive',
    text: 'How can we help?',
  })
  expect((await post(`${one}/taps`, { message_id: id, choice_id: 'person' })).status).toBe(200)
  await eventually(() => posts.some(({ items }) => items[0]?.kind === 'message'), true)
  const tap = posts.find(({ items }) => items[0]?.kind === 'message')
  expect(tap?.items[0]).toMatchObject({ message: { type: 'interactive', text: 'Person', contextId: id } })
  expect((await post(`${one}/taps`, { message_id: id, choice_id: 'nothing' })).status).toBe(400)
})

test('[Q-018] marking as read changes the customer’s ticks, of earlier messages too', async () => {
  const { url, posts } = await receiver()
  const { graph, get, post } = await simulator(url)
  const first = (await post(`${one}/messages`, { type: 'text', text: 'a' })).body.id
  const second = (await post(`${one}/messages`, { type: 'text', text: 'b' })).body.id
  await post(`${one}/messages`, { type: 'text', text: 'c' })
  await eventually(() => posts.length, 3)
  const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: second }
  expect((await graph('/messages', { ...receipt, typing_indicator: { type: 'text' } })).body).toEqual({
    success: true,
  })
  const states = async () =>
    (await get(`${one}/messages`)).body.map((message: { status: string }) => message.status)
  await eventually(states, ['read', 'read', 'delivered'])
  expect((await graph('/messages', { ...receipt, message_id: 'wamid.none' })).status).toBe(400)
  expect(first).not.toBe(second)
})

test('a reaction changes a message and is none', async () => {
  const { url } = await receiver()
  const { graph, get, post } = await simulator(url)
  const { id } = (await post(`${one}/messages`, { type: 'text', text: 'a' })).body
  const reaction = { messaging_product: 'whatsapp', to: '256700000001', type: 'reaction' }
  expect((await graph('/messages', { ...reaction, reaction: { message_id: id, emoji: '👍' } })).status).toBe(
    200,
  )
  expect((await get(`${one}/messages`)).body).toHaveLength(1)
  expect((await graph('/messages', { ...reaction, reaction: { message_id: 'w', emoji: '👍' } })).status).toBe(
    400,
  )
})

const base = { messaging_product: 'whatsapp', to: '256700000001' }
test.each<[string, object, number]>([
  ['no product', { to: '256700000001', text: { body: 'a' } }, 100],
  ['no recipient', { messaging_product: 'whatsapp', text: { body: 'a' } }, 131008],
  ['a recipient that is no number', { ...base, to: 'UG.1', text: { body: 'a' } }, 131026],
  ['no body', { ...base, type: 'text' }, 131008],
  ['an empty text', { ...base, type: 'text', text: { body: '' } }, 131009],
  ['a text that is too long', { ...base, type: 'text', text: { body: 'a'.repeat(4097) } }, 100],
  ['an unknown type', { ...base, type: 'hologram', hologram: {} }, 131009],
  ['a file that is not here', { ...base, type: 'image', image: { id: '5' } }, 131009],
])('[Q-039] a send with %s is refused as Graph refuses it', async (_name, body, code) => {
  const { url } = await receiver()
  const { graph, get } = await simulator(url)
  const answer = await graph('/messages', body)
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: {
        code,
        type: 'OAuthException',
        message: expect.stringContaining(`(#${code})`),
        error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
        fbtrace_id: expect.any(String),
      },
    },
  })
  expect((await get(`${one}/messages`)).body).toEqual([])
})

test('[Q-039] a wrong token, number, version or media id is answered as Graph does', async () => {
  const { url } = await receiver()
  const { url: apiUrl, client, graph } = await simulator(url)
  expect((await graph('/messages', hello, 'wrong')).body.error.code).toBe(190)
  const headers = { authorization: `Bearer ${credentials.accessToken}` }
  const code = async (path: string, method = 'GET') => {
    const { error } = (await (await fetch(apiUrl + path, { method, headers })).json()) as { error: object }
    return error
  }
  expect(await code('/v23.0/999/messages', 'POST')).toMatchObject({ code: 100, error_subcode: 33 })
  expect(await code(`/v1.0/${credentials.phoneNumberId}/messages`, 'POST')).toMatchObject({ code: 2635 })
  expect(await code('/v23.0/123')).toMatchObject({ code: 100, error_subcode: 33 })
  expect(await client.download('123', { maxBytes: 9, ...soon })).toMatchObject({
    outcome: 'gone',
    code: 100,
  })
  expect((await fetch(`${apiUrl}/media-bytes/123`)).status).toBe(401)
  expect((await fetch(`${apiUrl}/media-bytes/123?oe=1`, { headers })).status).toBe(404)
})

test('[Q-364] other versions work too, files are deleted, and the business profile is stored', async () => {
  const { url } = await receiver()
  const { url: apiUrl, client } = await simulator(url)
  const headers = {
    authorization: `Bearer ${credentials.accessToken}`,
    'content-type': 'application/json',
  }
  const ask = async (method: string, path: string, body?: object) =>
    (
      await fetch(apiUrl + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    ).json()
  const whatsapp = { messaging_product: 'whatsapp' }
  const message = { ...whatsapp, to: '256700000001', type: 'text', text: { body: 'Hello' } }
  for (const version of ['v19.0', 'v24.0'])
    expect(await ask('POST', `/${version}/${credentials.phoneNumberId}/messages`, message)).toMatchObject({
      messages: [{ id: expect.any(String) }],
    })
  const profile = `/v19.0/${credentials.phoneNumberId}/whatsapp_business_profile`
  const about = { about: 'Pensions and life', websites: ['https://example.com'] }
  expect(await ask('GET', profile)).toEqual({ data: [whatsapp] })
  expect(await ask('POST', profile, { ...whatsapp, ...about })).toEqual({ success: true })
  expect(await ask('GET', profile)).toEqual({ data: [{ ...whatsapp, ...about }] })
  expect(await ask('POST', profile, { ...whatsapp, about: '' })).toMatchObject({ error: { code: 100 } })
  const bytes = { stream: Readable.from([Buffer.from('%PDF-1.4')]), size: 8 }
  const uploaded = await client.uploadMedia({ bytes, filename: 'a.pdf', mimeType: 'application/pdf' }, soon)
  const id = uploaded.outcome === 'uploaded' ? uploaded.mediaId : ''
  expect(await ask('GET', `/v19.0/${id}`)).toMatchObject({ id })
  const bare = { authorization: headers.authorization }
  const gone = await fetch(`${apiUrl}/v19.0/${id}`, { method: 'DELETE', headers: bare })
  expect(await gone.json()).toEqual({ success: true })
  expect(await ask('GET', `/v19.0/${id}`)).toMatchObject({ error: { code: 100, error_subcode: 33 } })
})

test.each([
  [
    { type: 'image', image: { link: 'https://example.com/card.png', caption: 'Your card' } },
    {
      text: 'Your card',
      links: [{ title: 'https://example.com/card.png', target: 'https://example.com/card.png' }],
    },
  ],
  [
    {
      type: 'location',
      location: { latitude: 0.3163, longitude: 32.5822, name: 'Head office', address: 'Kampala' },
    },
    { header: 'Head office', text: '0.3163, 32.5822', footer: 'Kampala' },
  ],
  [
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Claims desk' }, phones: [{ phone: '+256 200 000000' }] }],
    },
    { text: 'Claims desk, +256 200 000000' },
  ],
  [
    { type: 'contacts', contacts: JSON.stringify([{ name: { formatted_name: 'Claims desk' } }]) },
    { text: 'Claims desk' },
  ],
  [
    {
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        body: { text: 'Read it' },
        action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://example.com' } },
      },
    },
    { text: 'Read it', links: [{ title: 'Open', target: 'https://example.com' }] },
  ],
])('%j is on the phone as a customer sees it', async (body, shown) => {
  const { url } = await receiver()
  const { graph, snapshot } = await simulator(url)
  const answer = await graph('/messages', { messaging_product: 'whatsapp', to: '256700000001', ...body })
  expect(answer.status).toBe(200)
  expect((await snapshot()).messages.at(-1)).toMatchObject(shown)
})

test('a customer answers a location request by a tap', async () => {
  const { url, posts } = await receiver()
  const { graph, post, snapshot } = await simulator(url)
  const interactive = {
    type: 'location_request_message',
    body: { text: 'Where are you?' },
    action: { name: 'send_location' },
  }
  const { body } = await graph('/messages', {
    messaging_product: 'whatsapp',
    to: '256700000001',
    type: 'interactive',
    interactive,
  })
  const { id } = body.messages[0]
  expect((await snapshot()).messages.at(-1)).toMatchObject({ choices: [{ title: 'Send location' }] })
  const tap = { message_id: id, choice_id: 'send_location' }
  expect((await post('/phones/+256700000001/taps', tap)).status).toBe(200)
  const sent = () =>
    posts.flatMap(({ items }) => items.flatMap(item => (item.kind === 'message' ? [item.message] : [])))[0]
  await eventually(() => [sent()?.type, sent()?.contextId], ['location', id])
})
