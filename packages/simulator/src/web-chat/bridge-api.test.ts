import { expect, test } from 'vitest'
import { chatServer, eventually, parley, secretOf } from './web-chat.fixture.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const png = bytes('\x89PNG\r\n\x1a\n and more')

/** A chat in which a visitor wrote, so that Parley can answer. */
async function begun() {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secretOf('a'))
  page.write('Hello')
  await eventually(() => server.taken().length, 1)
  const [first] = server.taken()
  if (first?.kind !== 'message') throw new Error('Nothing was written.')
  const answers = () => page.thread().filter(({ from }) => from === 'agent')
  return { server, chat, page, to: first.from, first, answers }
}

test.each(['', 'Bearer wrong', 'a token of 24 characters'])(
  '[Q-197] without the token every call is refused: "%s"',
  async bearer => {
    const { chat, to, answers } = await begun()
    const message = { id: 'p1', to, text: 'Hello' }
    expect((await chat.post('/bridge/messages', message, bearer)).status).toBe(401)
    expect((await chat.upload('/bridge/files?name=a', png, 'image/png', bearer)).status).toBe(401)
    expect((await fetch(`${chat.url}/bridge/files/x`, { headers: { authorization: bearer } })).status).toBe(
      401,
    )
    expect(answers()).toEqual([])
  },
)

test('[Q-197] a message reaches every page of its visitor, and no other visitor', async () => {
  const { chat, page, to, first, answers } = await begun()
  const [again, stranger] = [await chat.page(secretOf('a')), await chat.page(secretOf('b'))]
  const { status, body } = await chat.post('/bridge/messages', {
    id: 'p1',
    to,
    text: 'Good day',
    quotes: first.id,
  })
  expect(status).toBe(200)
  const shown = {
    id: body.id,
    from: 'agent',
    key: null,
    text: 'Good day',
    quotes: first.id,
    file: null,
    state: 'here',
  }
  await eventually(() => answers(), [{ ...shown, at: '2026-03-02T08:15:30.000Z' }])
  await eventually(() => again.thread(), page.thread())
  expect(stranger.thread()).toEqual([])
  const reloaded = await chat.page(secretOf('a'))
  expect(reloaded.thread()).toEqual(page.thread())
})

test('[Q-197] the same id again is the same message, at once or after a lost answer', async () => {
  const { chat, to, answers } = await begun()
  const message = { id: 'p1', to, text: 'Once' }
  await chat.post('/control/next', { answer: 'lose-answer' })
  await expect(chat.post('/bridge/messages', message)).rejects.toThrow('fetch failed')
  const [one, two] = await Promise.all([
    chat.post('/bridge/messages', message),
    chat.post('/bridge/messages', message),
  ])
  await eventually(() => answers().map(({ id }) => id), [one.body.id])
  expect(two.body).toEqual(one.body)
  await chat.post('/bridge/messages', { ...message, id: 'p2' })
  await eventually(() => answers().length, 2)
})

test.each([
  ['refuse', 400],
  ['unavailable', 503],
])('[Q-197] under the fault %s the next message is answered %s, once', async (answer, status) => {
  const { chat, to, answers } = await begun()
  expect((await chat.post('/control/next', { answer })).status).toBe(200)
  const message = { id: 'p1', to, text: 'Hello' }
  const refused = await chat.post('/bridge/messages', message)
  expect(refused).toMatchObject({ status, body: { detail: expect.stringContaining('was told to') } })
  expect(answers()).toEqual([])
  expect((await chat.post('/bridge/messages', message)).status).toBe(200)
})

test('[Q-197] an unknown fault is refused', async () => {
  const chat = await chatServer()
  expect((await chat.post('/control/next', { answer: 'explode' })).status).toBe(400)
})

test.each([
  [{ to: undefined }, 400, 'to: '],
  [{ id: '' }, 400, 'id: '],
  [{ text: '  ' }, 400, 'says nothing'],
  [{ text: 7 }, 400, 'text: '],
  [{ text: '', file: { id: 'nothing', name: 'a', mime_type: 'image/png' } }, 400, 'does not have this file'],
  [{ to: 'v-unknown' }, 404, 'This visitor is not here any more.'],
  [{ text: 'x'.repeat(70_000) }, 413, 'too large'],
])('[Q-197] refused with a sentence: %j', async (wrong, status, detail) => {
  const { chat, to, answers } = await begun()
  const answer = await chat.post('/bridge/messages', { id: 'p1', to, text: 'Hello', ...wrong })
  expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } })
  expect(answers()).toEqual([])
})

test.each([
  ['a picture by its bytes', png, 'text/html', 'image/png', 'inline'],
  ['a false picture', bytes('<script>'), 'image/png', 'image/png', 'attachment'],
  ['a page', bytes('<!doctype html>'), 'text/html', 'text/html', 'attachment'],
  ['a document', bytes('%PDF-1.7'), 'application/pdf', 'application/pdf', 'attachment'],
  ['JSON, as bytes', bytes('{"a'), 'application/json', 'application/json', 'attachment'],
  ['a file without a type', bytes('abc'), '', 'application/octet-stream', 'attachment'],
])('[Q-197] a visitor gets a file from Parley: %s', async (_, content, type, servedType, disposition) => {
  const { chat, to, answers } = await begun()
  const name = 'Ärger & "co".bin'
  const { status, body } = await chat.upload(`/bridge/files?name=${encodeURIComponent(name)}`, content, type)
  expect(status).toBe(200)
  const file = { id: body.id, name, mime_type: type }
  expect((await chat.post('/bridge/messages', { id: 'p1', to, text: '', file })).status).toBe(200)
  const picture = disposition === 'inline'
  await eventually(
    () => answers().map(({ file }) => file),
    [{ id: body.id, name, mime_type: servedType, size: content.byteLength, picture }],
  )
  const served = await fetch(`${chat.url}/files/${body.id}`)
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(content)
  expect(served.headers.get('content-type')?.split(';')[0]).toBe(servedType)
  expect(served.headers.get('content-disposition')).toBe(
    `${disposition}; filename*=UTF-8''%C3%84rger%20%26%20%22co%22.bin`,
  )
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-security-policy')).toContain('sandbox')
})

test('[Q-197] an empty file, one without a name or of no type, and an unknown one are refused', async () => {
  const { chat } = await begun()
  expect((await chat.upload('/bridge/files?name=a', bytes(''), 'image/png')).status).toBe(400)
  expect((await chat.upload('/bridge/files', png, 'image/png')).status).toBe(400)
  expect((await chat.upload('/bridge/files?name=a', png, 'nonsense')).status).toBe(415)
  expect((await chat.download('/bridge/files/nothing')).status).toBe(404)
  expect((await chat.download('/files/nothing')).status).toBe(404)
})
