import { expect, test } from 'vitest'
import { chatServer, eventually, parley, secretOf } from './web-chat.fixture.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const secret = secretOf('a')

test.each([
  ['\xff\xd8\xff\xe0 and more', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n and more', 'image/png'],
  ['GIF89a and more', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
])('[Q-197] a picture is judged by its bytes and reaches Parley: %j', async (content, type) => {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secret)
  const path = `/files?name=${encodeURIComponent('my card.jpg')}`
  const { status, body } = await chat.upload(path, bytes(content), 'text/plain', `Bearer ${secret}`)
  expect(status).toBe(200)
  page.write('', { file_id: body.id })
  const file = { id: body.id, name: 'my card.jpg', mime_type: type, size: content.length }
  await eventually(() => server.taken(), [expect.objectContaining({ kind: 'message', file })])
  expect(server.taken()[0]).not.toHaveProperty('text')
  const fetched = await chat.download(`/bridge/files/${body.id}`)
  expect(fetched.headers.get('content-type')).toBe(type)
  expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(bytes(content))
})

test.each([
  [
    'another file',
    bytes('<svg onload="a()">'),
    'image/png',
    415,
    'This is no JPEG, PNG, WebP or GIF picture.',
  ],
  ['an empty file', bytes(''), 'image/png', 400, 'The file is empty.'],
  ['a file that is too large', new Uint8Array(5 * 1024 * 1024 + 1), 'image/png', 413, 'too large'],
])('[Q-197] a picture: %s is refused with a sentence', async (_, content, type, status, detail) => {
  const chat = await chatServer()
  await chat.page(secret)
  const answer = await chat.upload('/files?name=a.png', content, type, `Bearer ${secret}`)
  expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } })
})

test('[Q-197] only visitors upload', async () => {
  const chat = await chatServer()
  await chat.page(secret)
  for (const bearer of ['', `Bearer ${secretOf('b')}`, secret]) {
    expect((await chat.upload('/files?name=a.png', bytes('GIF89a'), 'image/gif', bearer)).status).toBe(401)
  }
})

test('[Q-197] two frames with one key are one message, also on another connection', async () => {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secret)
  for (let n = 0; n < 3; n += 1) page.write('Once', { key: 'key-0001' })
  await eventually(() => page.frames.length >= 4, true)
  page.leave()
  const again = await chat.page(secret)
  again.write('Once', { key: 'key-0001' })
  again.write('Twice', { key: 'key-0002' })
  await eventually(
    () => again.thread().map(({ text, state }) => [text, state]),
    [
      ['Once', 'passed'],
      ['Twice', 'passed'],
    ],
  )
  // Another visitor's message of the same key is another message.
  const other = await chat.page(secretOf('b'))
  other.write('Mine', { key: 'key-0001' })
  await eventually(
    () => server.taken().map(event => 'text' in event && event.text),
    ['Once', 'Twice', 'Mine'],
  )
  expect(new Set(server.taken().map(({ id }) => id)).size).toBe(3)
})

test('[Q-197] a message quotes only messages of its own thread', async () => {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secret)
  page.write('First')
  await eventually(() => page.thread().length, 1)
  const quotes = page.thread()[0]?.id
  page.write('Second', { quotes })
  page.write('Third', { quotes: 'somewhere else' })
  await eventually(() => server.taken().length, 3)
  expect(server.taken().map(event => 'quotes' in event && event.quotes)).toEqual([false, quotes, false])
})

test('[Q-197] Parley gets each status of a message once: delivered, and read', async () => {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secret)
  page.write('Hello')
  await eventually(() => server.taken().length, 1)
  const to = page.thread()[0]?.id.split('.')[0]
  const { body } = await chat.post('/bridge/messages', { id: 'p1', to, text: 'Good day' })
  expect(server.taken()).toHaveLength(1)
  const other = await chat.page(secret)
  for (const one of [page, page]) one.say({ kind: 'reached', id: body.id, state: 'delivered' })
  await eventually(() => server.taken().length, 2)
  for (const one of [page, other]) one.say({ kind: 'reached', id: body.id, state: 'read' })
  page.say({ kind: 'reached', id: body.id, state: 'delivered' })
  page.say({ kind: 'reached', id: page.thread()[0]?.id, state: 'read' })
  page.write('Bye')
  await eventually(() => server.taken().length, 4)
  expect(server.taken().slice(1)).toEqual([
    { kind: 'status', id: body.id, status: 'delivered', at: '2026-03-02T08:15:30.000Z' },
    { kind: 'status', id: body.id, status: 'read', at: '2026-03-02T08:15:30.000Z' },
    expect.objectContaining({ text: 'Bye' }),
  ])
})

test('[Q-197] a visitor reports nothing of another visitor’s message', async () => {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secret)
  page.write('Hello')
  await eventually(() => server.taken().length, 1)
  const to = page.thread()[0]?.id.split('.')[0]
  const { body } = await chat.post('/bridge/messages', { id: 'p1', to, text: 'Good day' })
  const stranger = await chat.page(secretOf('b'))
  stranger.say({ kind: 'reached', id: body.id, state: 'read' })
  stranger.write('Mine')
  await eventually(() => server.taken().map(({ kind }) => kind), ['message', 'message'])
})

test.each([
  ['There is nothing in this message.', { text: ' \n ' }],
  ['The picture is not here any more. Send it again.', { text: 'Look', file_id: 'gone' }],
])('[Q-197] a page gets the reason why a message is refused: %s', async (detail, more) => {
  const chat = await chatServer()
  const page = await chat.page(secret)
  page.write('', { key: 'key-0001', ...more })
  await eventually(() => page.frames.at(-1), { kind: 'refused', key: 'key-0001', detail })
  expect(page.thread()).toEqual([])
})

test.each([
  ['no JSON', 'Hello'],
  ['a second hello', { kind: 'hello', secret }],
  [
    'a text that is too long',
    { kind: 'write', key: 'key-0001', name: '', text: 'x'.repeat(4_097), file_id: null, quotes: null },
  ],
  ['a key that is none', { kind: 'write', key: '../a', name: '', text: 'x', file_id: null, quotes: null }],
])('[Q-197] a socket that sends %s is closed', async (_, frame) => {
  const chat = await chatServer()
  const page = await chat.page(secret)
  page.say(frame)
  await eventually(() => page.closed(), 1008)
})

test('[Q-197] a malformed secret opens no thread', async () => {
  const chat = await chatServer()
  const page = await chat.page('guessed')
  expect(page.closed()).toBe(1008)
})
