import { expect, test } from 'vitest'
import { eventually, receiver, simulator } from '../simulator.fixture.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const one = '/phones/+256700000001'

test('a customer writes: the phone shows it and the server gets it, signed, with accents escaped', async () => {
  const { url, posts } = await receiver()
  const { post, get } = await simulator(url)
  const { status, body } = await post(`${one}/messages`, { type: 'text', text: 'Café 👋🏾 a/b' })
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['id'])
  await eventually(
    async () => (await get(`${one}/messages`)).body,
    [
      {
        id: body.id,
        number: '100000000000001',
        direction: 'INBOUND',
        type: 'text',
        text: 'Café 👋🏾 a/b',
        media: null,
        status: 'delivered',
        at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        replyTo: null,
        reaction: null,
      },
    ],
  )
  expect(posts).toHaveLength(1)
  expect(posts[0]).toMatchObject({
    signed: true,
    items: [
      {
        kind: 'message',
        phoneNumberId: '100000000000001',
        message: {
          id: body.id,
          from: '256700000001',
          userId: expect.stringMatching(/^UG\.\d+$/),
          profileName: 'Nakato Prossy',
          text: 'Café 👋🏾 a/b',
        },
      },
    ],
  })
  expect(posts[0]?.raw).toContain('Caf\\u00e9 \\ud83d\\udc4b\\ud83c\\udffe a\\/b')
})

test('[Q-178] a customer quotes a message of the chat, and forwards one', async () => {
  const { url, posts } = await receiver()
  const { post, get } = await simulator(url)
  const write = async (more: object) => await post(`${one}/messages`, { type: 'text', text: 'a', ...more })
  const { id } = (await write({})).body
  await write({ reply_to: id, forwarded: 'forwarded' })
  await eventually(() => posts.length, 2)
  const quoting = posts
    .flatMap(({ items }) => items)
    .find(item => item.kind === 'message' && item.message.id !== id)
  expect(quoting).toMatchObject({ message: { contextId: id, forwarded: 'forwarded' } })
  expect((await get(`${one}/messages`)).body[1]).toMatchObject({ replyTo: id })
  expect((await write({ reply_to: 'wamid.nothing' })).status).toBe(400)
})

test.each([
  [
    'messages',
    { type: 'location', location: { latitude: 1, longitude: 2 } },
    { type: 'location', byBusiness: false },
  ],
  ['calls', { event: 'terminate' }, { type: 'call', byBusiness: false }],
  ['user_preferences', { value: 'stop' }, { type: 'system', byBusiness: false }],
  ['smb_message_echoes', { type: 'text', text: { body: 'Ours' } }, { text: 'Ours', byBusiness: true }],
])(
  '[DATA-07] a webhook of the field %s comes as it was written, from that phone',
  async (field, message, read) => {
    const { url, posts } = await receiver()
    const { post, get } = await simulator(url)
    const { body } = await post(`${one}/messages`, {
      type: 'raw',
      field,
      message,
      text: 'As the phone shows it',
    })
    await eventually(() => posts.length, 1)
    expect(posts[0]?.items).toMatchObject([{ kind: 'message', message: { from: '256700000001', ...read } }])
    expect((await get(`${one}/messages`)).body).toMatchObject([
      { id: body.id, text: 'As the phone shows it' },
    ])
  },
)

test('[Q-183] a customer reacts, withdraws the reaction, edits and deletes: the phone shows it and the server gets it', async () => {
  const { url, posts } = await receiver()
  const { post, get } = await simulator(url)
  const { id } = (await post(`${one}/messages`, { type: 'text', text: 'First' })).body
  const change = (body: object) => post(`${one}/changes`, { message_id: id, ...body })
  await change({ type: 'reaction', emoji: '👍' })
  await change({ type: 'reaction', emoji: null })
  await change({ type: 'edit', text: 'Second' })
  expect((await get(`${one}/messages`)).body).toMatchObject([{ id, text: 'Second' }])
  await change({ type: 'revoke' })
  await eventually(() => posts.length, 5)
  const folds = posts.flatMap(({ items }) =>
    items.flatMap(item => (item.kind === 'fold' ? [item.change] : [])),
  )
  expect(folds.map(({ kind, targetId, content }) => `${kind} ${targetId} ${content}`).toSorted()).toEqual([
    `edit ${id} Second`,
    `reaction ${id} null`,
    `reaction ${id} 👍`,
    `revoke ${id} null`,
  ])
  expect((await change({ type: 'reaction', emoji: '👍' })).status).toBe(409)
  expect((await post(`${one}/changes`, { type: 'revoke', message_id: 'wamid.nothing' })).status).toBe(400)
})

test('a number may be spelled in any way', async () => {
  const { url } = await receiver()
  const { post, get } = await simulator(url)
  for (const spelling of ['256700000009', '+256700000009', '%2B256%20700%20000009', '00256-700000009']) {
    expect((await post(`/phones/${spelling}/messages`, { type: 'text', text: 'a' })).status).toBe(200)
  }
  expect((await get('/phones/256700000009/messages')).body).toHaveLength(4)
  expect((await get('/phones')).body).toContainEqual({
    number: '+256700000009',
    name: null,
    online: true,
    messages: 4,
  })
})

test.each([
  ['image', 'image/png', 'image'],
  ['document', 'application/pdf', 'document'],
  ['audio', 'audio/ogg; codecs=opus', 'audio'],
  ['video', 'video/mp4', 'video'],
])('[ATT-01] a customer sends a file as %s, and the server can fetch it', async (type, mimeType, kind) => {
  const { url, posts } = await receiver()
  const { post, get, client } = await simulator(url)
  const file = {
    type,
    data_base64: png.toString('base64'),
    filename: 'a b.bin',
    mime_type: mimeType,
    text: 'Look',
  }
  await post(`${one}/messages`, file)
  await eventually(() => posts.length, 1)
  const item = posts[0]?.items[0]
  if (item?.kind !== 'message' || !item.message.media) throw new Error('no file came')
  const { media } = item.message
  expect(media).toMatchObject({ kind, mimeType, voice: type === 'audio', caption: 'Look' })
  const found = await client.download(media.id, { maxBytes: 99, timeoutMs: 30_000 })
  if (found.outcome !== 'found') throw new Error(found.outcome)
  expect(Buffer.concat(await found.media.stream.toArray())).toEqual(png)
  expect(found.media).toMatchObject({ sha256: media.sha256, size: png.byteLength, mimeType })
  const listed = (await get(`${one}/messages`)).body[0]
  expect(listed).toMatchObject({
    type,
    media: { mime_type: mimeType, filename: 'a b.bin', size: png.byteLength },
  })
})

test('a file of a customer is shown with headers that keep it from running', async () => {
  const { url } = await receiver()
  const { url: base, post, get } = await simulator(url)
  const evil = {
    data_base64: Buffer.from('<svg/>').toString('base64'),
    filename: 'x\ud800.svg',
    mime_type: 'image/svg+xml',
  }
  await post(`${one}/messages`, { type: 'document', ...evil })
  const answer = await fetch(base + (await get(`${one}/messages`)).body[0].media.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x%EF%BF%BD.svg")
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await fetch(`${base}/phones/256700000002/media/1`)).status).toBe(404)
})

test.each<[string, string, unknown, string]>([
  ['an unknown type', `${one}/messages`, { type: 'hologram' }, 'type'],
  ['no body', `${one}/messages`, undefined, 'type'],
  ['a list', `${one}/messages`, [], 'body'],
  ['no text', `${one}/messages`, { type: 'text' }, 'text'],
  ['an empty text', `${one}/messages`, { type: 'text', text: '' }, 'text'],
  ['a text that is too long', `${one}/messages`, { type: 'text', text: 'a'.repeat(4097) }, 'text'],
  [
    'a file without bytes',
    `${one}/messages`,
    { type: 'image', filename: 'a', mime_type: 'image/png' },
    'data_base64',
  ],
  [
    'bytes that are no base64',
    `${one}/messages`,
    { type: 'image', data_base64: '***', filename: 'a', mime_type: 'image/png' },
    'data_base64',
  ],
  [
    'a file without a name',
    `${one}/messages`,
    { type: 'audio', data_base64: 'AAAA', mime_type: 'audio/mpeg' },
    'filename',
  ],
  [
    'a file without a type',
    `${one}/messages`,
    { type: 'document', data_base64: 'AAAA', filename: 'a' },
    'mime_type',
  ],
  [
    'a picture the app does not take',
    `${one}/messages`,
    { type: 'image', data_base64: 'AAAA', filename: 'a', mime_type: 'image/gif' },
    'mime_type',
  ],
  [
    'a recording that is called a picture',
    `${one}/messages`,
    { type: 'image', data_base64: 'AAAA', filename: 'a', mime_type: 'audio/ogg' },
    'mime_type',
  ],
  [
    'a type that no header can carry',
    `${one}/messages`,
    { type: 'document', data_base64: 'AAAA', filename: 'a', mime_type: 'text/plain; charset=\u2028' },
    'mime_type',
  ],
  ['a malformed number', '/phones/abc/messages', { type: 'text', text: 'a' }, 'number'],
  ['an unknown fault', '/faults', { name: 'earthquake', times: 1 }, 'name'],
  ['no fault', '/faults', { times: 1 }, 'name'],
  ['times below one', '/faults', { name: 'reset', times: 0 }, 'times'],
  ['times in words', '/faults', { name: 'reset', times: 'twice' }, 'times'],
  ['a half time', '/faults', { name: 'reset', times: 1.5 }, 'times'],
  ['a malformed clear', '/faults', { clear: 'all' }, 'clear'],
  ['a tap on an unknown message', `${one}/taps`, { message_id: 'w', choice_id: 'c' }, 'message_id'],
  ['a malformed connection', `${one}/connection`, { online: 'yes' }, 'online'],
  ['a new phone without a number', '/phones', {}, 'number'],
])('%s is answered with 400 that names the field', async (_name, path, body, field) => {
  const { url, posts } = await receiver()
  const { post } = await simulator(url)
  const answer = await post(path, body)
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'input.invalid', fields: { [field]: expect.any(String) } },
  })
  expect(posts).toHaveLength(0)
})

test('a body that is not JSON is answered with 400', async () => {
  const { url } = await receiver()
  const base = (await simulator(url)).url
  const answer = await fetch(`${base}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(answer.status).toBe(400)
})

test('an unused phone has no messages', async () => {
  const { url } = await receiver()
  const { get, post } = await simulator(url)
  expect((await get('/phones/256799999999/messages')).body).toEqual([])
  expect((await post('/phones/256799999999/read', {})).body).toEqual({ read: 0 })
})

test('a new phone has the name it was given', async () => {
  const { url, posts } = await receiver()
  const { post } = await simulator(url)
  await post('/phones', { number: '+256 700 000 077', name: 'Byaruhanga Peter' })
  await post('/phones/256700000077/messages', { type: 'text', text: 'a' })
  await eventually(() => posts.length, 1)
  expect(posts[0]?.items[0]).toMatchObject({ message: { profileName: 'Byaruhanga Peter' } })
})

test('faults show how often they will still fire, and are cleared one by one or all', async () => {
  const { url } = await receiver()
  const { post, get } = await simulator(url)
  await post('/faults', { name: 'reset', times: 3 })
  expect((await post('/faults', { name: 'bare-500' })).body).toEqual({ reset: 3, 'bare-500': 1 })
  expect((await post('/faults', { clear: true, name: 'reset' })).body).toEqual({ 'bare-500': 1 })
  expect((await post('/faults', { clear: true })).body).toEqual({})
  expect((await get('/faults')).body).toEqual({})
})
