import { expect, test } from 'vitest'
import { chatServer, eventually, parley, secretOf, token } from './web-chat.fixture.ts'

const said = (events: { kind: string }[]) => events.map(event => ('text' in event ? event.text : event.kind))

test('[Q-197] Parley gets each message as an event, with the token', async () => {
  const server = await parley()
  const chat = await chatServer(server.url)
  const page = await chat.page(secretOf('a'))
  page.write('Hello', { key: 'key-0001', name: '  Ada ' })
  await eventually(() => page.thread().map(({ state }) => state), ['passed'])
  const [{ id } = { id: '' }] = page.thread()
  expect(server.calls).toEqual([
    {
      authorization: `Bearer ${token}`,
      status: 200,
      events: [
        {
          kind: 'message',
          id,
          from: id.slice(0, id.indexOf('.')),
          name: 'Ada',
          at: '2026-03-02T08:15:30.000Z',
          text: 'Hello',
        },
      ],
    },
  ])
  expect(id).toMatch(/^v-[0-9a-f]{32}\.key-0001$/)
  expect(JSON.stringify(server.calls)).not.toContain(secretOf('a'))
})

test.each([[503], [401], [404], [429], [413]])(
  '[Q-197] events that Parley answers with %s are sent again, before later ones',
  async status => {
    const server = await parley((_, before) => (before < 3 ? status : 200))
    const chat = await chatServer(server.url)
    const page = await chat.page(secretOf('a'))
    for (const text of ['one', 'two', 'three']) page.write(text)
    await eventually(() => said(server.taken()), ['one', 'two', 'three'])
    expect(server.calls.map(({ status }) => status).slice(0, 4)).toEqual([status, status, status, 200])
    expect(page.thread().map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  },
)

test('[Q-197] one call is made at a time; events that arrive meanwhile join the next', async () => {
  let open = (): void => undefined
  const gate = new Promise<void>(resolve => (open = resolve))
  const server = await parley(async (_, before) => {
    if (before === 0) await gate
    return 200
  })
  const chat = await chatServer(server.url)
  const page = await chat.page(secretOf('a'))
  page.write('one')
  await eventually(() => page.thread().length, 1)
  for (let n = 2; n <= 150; n += 1) page.write(String(n))
  await eventually(() => page.thread().length, 150)
  expect(server.calls).toEqual([])
  open()
  await eventually(() => server.taken().length, 150)
  expect(server.calls.map(({ events }) => events.length)).toEqual([1, 100, 49])
  expect(said(server.taken()).slice(1)).toEqual(Array.from({ length: 149 }, (_, n) => String(n + 2)))
})

test('[Q-197] only the event that is refused with 400 is skipped, and its text is in no log', async () => {
  let isUp = false
  const server = await parley(events => {
    if (!isUp) return 503
    return said(events).includes('a secret') ? 400 : 200
  })
  const chat = await chatServer(server.url)
  const page = await chat.page(secretOf('a'))
  for (const text of ['one', 'two', 'a secret', 'four', 'five']) page.write(text)
  await eventually(() => page.thread().length, 5)
  isUp = true
  await eventually(() => said(server.taken()), ['one', 'two', 'four', 'five'])
  await eventually(
    () => page.thread().map(({ state }) => state),
    ['passed', 'passed', 'refused', 'passed', 'passed'],
  )
  expect(said(server.calls.at(-1)?.events ?? [])).toEqual(['four', 'five'])
  const log = chat.logged.join('')
  expect(log).toContain('Parley refused an event')
  expect(log).toContain('events.0.text')
  expect(log).not.toContain('a secret')
  expect(
    server.calls.filter(({ events }) => events.length === 1 && said(events)[0] === 'a secret'),
  ).toHaveLength(1)
})

test('[Q-197] when too many events wait, visitors are asked to try again later', async () => {
  const server = await parley(() => 503)
  const chat = await chatServer(server.url)
  const page = await chat.page(secretOf('a'))
  for (let n = 0; n < 5_000; n += 1) page.write(String(n))
  page.write('one too many')
  await eventually(() => page.frames.at(-1), {
    kind: 'refused',
    key: expect.any(String),
    detail: 'The chat is busy. Try again in a minute.',
  })
})
