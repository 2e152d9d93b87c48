import { expect, test } from 'vitest'
import { whatsappClient } from './client.ts'
import { type Answer, clientOf, graph, json, refusal } from './graph.fixture.ts'
import { mediaMessage, textMessage } from './send.ts'

const hello = textMessage({ to: { phone: '256700000001' }, text: 'Hello', opaque: 'attempt-1' })
/** Longer than any response takes, even on a busy machine. */
const patient = { timeoutMs: 30_000 }

test('[COMP-13] a text goes to the messages call with our token and the name of the attempt', async () => {
  const { client, seen } = await graph(json(200, { messages: [{ id: 'wamid.1' }] }))
  expect(await client.send(hello, patient)).toEqual({ outcome: 'accepted', wamid: 'wamid.1' })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/v23.0/100/messages', authorization: 'Bearer token' })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '256700000001',
    type: 'text',
    text: { body: 'Hello', preview_url: false },
    biz_opaque_callback_data: 'attempt-1',
  })
})

test('a customer without a number is addressed by user id, under its own key', () => {
  const body = textMessage({ to: { userId: 'UG.1' }, text: 'a', opaque: 'o', replyTo: 'wamid.q' })
  expect(body).toMatchObject({ recipient: 'UG.1', context: { message_id: 'wamid.q' } })
  expect(body).not.toHaveProperty('to')
})

test('a file carries its caption and name only where WhatsApp takes them', () => {
  const media = { id: '9', caption: 'c', filename: 'f.pdf' }
  const send = (kind: 'document' | 'image' | 'audio') =>
    mediaMessage({ to: { phone: '1' }, opaque: 'o', media: { ...media, kind } })[kind]
  expect(send('document')).toEqual(media)
  expect(send('image')).toEqual({ id: '9', caption: 'c' })
  expect(send('audio')).toEqual({ id: '9' })
})

test.each<[string, Answer, object]>([
  [
    'an error that passes',
    json(500, refusal(131000)),
    { outcome: 'refused', retry: 'transient', code: 131000, details: 'why' },
  ],
  ['a rate limit', json(400, refusal(130429)), { outcome: 'refused', retry: 'rate' }],
  [
    'a number that is not on WhatsApp',
    json(400, refusal(131026)),
    { outcome: 'refused', retry: 'permanent' },
  ],
  ['an expired token', json(401, refusal(190)), { outcome: 'refused', retry: 'channel' }],
  ['a closed window', json(400, refusal(131047)), { outcome: 'refused', retry: 'window' }],
  [
    'an error without details',
    json(400, { error: { message: 'm', code: 100 } }),
    { outcome: 'refused', details: 'm' },
  ],
  ['a bare 500', response => response.writeHead(500).end(), { outcome: 'unknown' }],
  ['a proxy that gave up', response => response.writeHead(504).end('<html>'), { outcome: 'unknown' }],
  [
    'a proxy that refuses',
    response => response.writeHead(403).end('<html>'),
    { outcome: 'refused', retry: 'channel', code: 403 },
  ],
  [
    'a body that is too large',
    response => response.writeHead(413).end(),
    { outcome: 'refused', retry: 'permanent' },
  ],
  [
    'a redirect',
    response => response.writeHead(307, { location: '/x' }).end(),
    { outcome: 'refused', retry: 'channel' },
  ],
  ['a success nobody can read', json(200, { messages: [] }), { outcome: 'unknown' }],
  [
    'a success that is cut',
    response => response.writeHead(200, { 'content-length': '99' }).end('{"mess'),
    { outcome: 'unknown' },
  ],
  ['a reset', response => response.destroy(), { outcome: 'unknown' }],
])('[Q-039] a send answered with %s', async (_name, answer, outcome) => {
  const { client, seen } = await graph(answer)
  expect(await client.send(hello, patient)).toMatchObject(outcome)
  expect(seen).toHaveLength(1)
})

test('[Q-193] WhatsApp is told that somebody writes, and what it answers decides nothing', async () => {
  const told = await graph(json(200, { success: true }))
  expect(await told.client.tellWriting('wamid.1', patient)).toEqual({ outcome: 'told' })
  expect(told.seen[0]).toMatchObject({
    method: 'POST',
    url: '/v23.0/100/messages',
    authorization: 'Bearer token',
  })
  expect(JSON.parse(told.seen[0]?.body ?? '')).toEqual({
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: 'wamid.1',
    typing_indicator: { type: 'text' },
  })
  const refused = await graph(json(400, refusal(131009)))
  expect(await refused.client.tellWriting('wamid.1', patient)).toMatchObject({
    outcome: 'refused',
    code: 131009,
  })
  const reset = await graph(response => response.destroy())
  expect(await reset.client.tellWriting('wamid.1', patient)).toMatchObject({ outcome: 'unreached' })
})

test('[Q-039] a send answered with silence', async () => {
  const { client } = await graph(() => undefined)
  expect(await client.send(hello, { timeoutMs: 300 })).toEqual({ outcome: 'unknown', reason: 'TimeoutError' })
})

test('[Q-039] a send that the caller gives up is unknown', async () => {
  const { client } = await graph(() => undefined)
  expect(await client.send(hello, { ...patient, signal: AbortSignal.timeout(50) })).toMatchObject({
    outcome: 'unknown',
  })
})

test('[Q-039] a send to a closed port or an unknown host surely never reached WhatsApp', async () => {
  const { apiUrl, stop } = await graph(json(200, {}))
  await stop()
  for (const address of [apiUrl, apiUrl.replace('127.0.0.1', 'localhost'), 'http://nowhere.invalid']) {
    expect(await clientOf(address).send(hello, patient), address).toMatchObject({
      outcome: 'unreached',
    })
  }
})

test.each<[string, object, string]>([
  ['no such host', { code: 'ENOTFOUND' }, 'unreached'],
  ['no connection in time', { code: 'UND_ERR_CONNECT_TIMEOUT' }, 'unreached'],
  ['no connection in time, as the socket says it', { code: 'ETIMEDOUT', syscall: 'connect' }, 'unreached'],
  ['silence on an open connection', { code: 'ETIMEDOUT', syscall: 'read' }, 'unknown'],
  ['an expired certificate', { code: 'CERT_HAS_EXPIRED' }, 'unreached'],
  ['a certificate for another name', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'unreached'],
  ['a reset', { code: 'ECONNRESET', syscall: 'read' }, 'unknown'],
  ['a closed socket', { code: 'UND_ERR_SOCKET' }, 'unknown'],
  ['anything else', {}, 'unknown'],
])('[Q-039] %s decides whether a send may be repeated', async (_name, cause, outcome) => {
  const failing = () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), cause) }))
  const client = whatsappClient({
    apiUrl: 'https://graph.invalid',
    version: 'v23.0',
    phoneNumberId: '1',
    accessToken: 't',
    fetch: failing,
  })
  expect(await client.send(hello, patient)).toMatchObject({ outcome })
})

test.each([
  ['https://graph.example', 'https://graph.example/v23.0/1%2F2/messages'],
  ['https://proxy.example/graph', 'https://proxy.example/graph/v23.0/1%2F2/messages'],
  ['https://proxy.example/graph/', 'https://proxy.example/graph/v23.0/1%2F2/messages'],
])('[COMP-13] over %s a text is posted as JSON to %s', async (apiUrl, address) => {
  const calls: { url: unknown; init: RequestInit | undefined }[] = []
  const request = async (url: unknown, init?: RequestInit) => {
    calls.push({ url, init })
    return new Response(JSON.stringify({ messages: [{ id: 'wamid.1' }, { id: 'wamid.2' }] }))
  }
  const options = {
    apiUrl,
    version: 'v23.0',
    phoneNumberId: '1/2',
    accessToken: 't',
    fetch: request as typeof fetch,
  }
  expect(await whatsappClient(options).send(hello, patient)).toEqual({
    outcome: 'accepted',
    wamid: 'wamid.1',
  })
  expect(calls).toMatchObject([
    { url: address, init: { redirect: 'manual', headers: { 'content-type': 'application/json' } } },
  ])
})

test('an address of the API that is none is refused at once', () => {
  const options = { version: 'v23.0', phoneNumberId: '1', accessToken: 't' }
  expect(() => whatsappClient({ ...options, apiUrl: 'graph.example' })).toThrow(TypeError)
})

test.each([
  ['an empty id', { messages: [{ id: '' }] }],
  ['no message', {}],
  ['no JSON object', 7],
])('[Q-039] a success with %s is unknown, and says so in the log', async (_, body) => {
  const { client } = await graph(json(200, body))
  expect(await client.send(hello, patient)).toEqual({ outcome: 'unknown', reason: 'unreadable answer' })
})

test('a link in a text shows its preview where asked for', () => {
  const body = textMessage({ to: { phone: '1' }, text: 'a', opaque: 'o', preview: true })
  expect(body).toMatchObject({ text: { preview_url: true } })
  expect(body).not.toHaveProperty('context')
  const bare = mediaMessage({ to: { phone: '1' }, opaque: 'o', media: { kind: 'document', id: '9' } })
  expect(bare['document']).toEqual({ id: '9' })
})

const pdf = Buffer.from('%PDF-1.7 \r\n--not a boundary\r\n')
async function* pieces() {
  yield pdf.subarray(0, 5)
  yield pdf.subarray(5)
}
/** Longer than any response takes, even on a busy machine. */
test.each([
  ['at once', pdf],
  ['as a stream', { stream: pieces(), size: pdf.byteLength }],
])('[COMP-14] a file uploaded %s arrives whole, with its length declared', async (_name, bytes) => {
  const { client, seen } = await graph(json(200, { id: '77' }))
  const file = { bytes, filename: 'a "b"\r\nX: y.pdf', mimeType: 'application/pdf' }
  expect(await client.uploadMedia(file, patient)).toEqual({ outcome: 'uploaded', mediaId: '77' })
  const call = seen[0]
  expect(call).toMatchObject({ url: '/v23.0/100/media', authorization: 'Bearer token' })
  expect(Number(call?.headers['content-length'])).toBe(call?.body.length)
  expect(call?.headers['transfer-encoding']).toBeUndefined()
  const form = await new Response(Buffer.from(call?.body ?? '', 'latin1'), {
    headers: { 'content-type': call?.headers['content-type'] ?? '' },
  }).formData()
  expect(form.get('messaging_product')).toBe('whatsapp')
  expect(form.get('type')).toBe('application/pdf')
  const arrived = form.get('file') as File
  expect(arrived.name).toBe('a "b" X: y.pdf')
  expect(Buffer.from(await arrived.arrayBuffer())).toEqual(pdf)
})

const file = { bytes: pdf, filename: 'a.pdf', mimeType: 'application/pdf' }
test.each<[string, Answer, object]>([
  ['a refused type', json(400, refusal(100)), { outcome: 'refused', retry: 'permanent' }],
  ['a bare 500', response => response.writeHead(500).end(), { outcome: 'unreached' }],
  ['a reset', response => response.destroy(), { outcome: 'unreached' }],
  ['a success nobody can read', json(200, {}), { outcome: 'unreached' }],
])('[Q-039] an upload answered with %s may be judged without doubt', async (_name, answer, outcome) => {
  const { client } = await graph(answer)
  expect(await client.uploadMedia(file, patient)).toMatchObject(outcome)
})

test('[Q-039] an upload answered with silence may be judged without doubt', async () => {
  const { client } = await graph(() => undefined)
  expect(await client.uploadMedia(file, { timeoutMs: 300 })).toEqual({
    outcome: 'unreached',
    reason: 'TimeoutError',
  })
})
