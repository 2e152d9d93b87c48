import { describe, expect, test } from 'vitest'
import { formCustomers, scenarios, workingDay } from './scenarios.ts'
import { eventually, receiver, simulator } from '../simulator.fixture.ts'

const one = '/phones/+256700000001'

/** What a phone shows, without ids and times. */
const shownOn = async (get: Awaited<ReturnType<typeof simulator>>['get'], number: string) => {
  const { body } = await get(`/phones/${number}/messages`)
  const places = new Map(body.map(({ id }: { id: string }, place: number) => [id, place]))
  return body.map(({ text, direction, replyTo }: Record<string, string | null>) => [
    direction,
    text,
    replyTo === null ? null : places.get(replyTo),
  ])
}

test('ten customers at once: every message reaches the server as often as it was written', async () => {
  const { url, posts } = await receiver()
  const { post, get } = await simulator(url)
  const listed = (await get('/scenarios')).body.scenarios
  expect(listed).toHaveLength(6)
  expect(listed).toContainEqual({
    name: 'ten-at-once',
    title: 'Ten customers at once',
    phones: 10,
    steps: 29,
    lasts_ms: 40_000,
  })
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(Object.keys(scenarios))
  await post('/scenarios/play', { name: 'ten-at-once', speed: 1_000 })
  await eventually(async () => (await get('/scenarios')).body.playing, null)
  // One step reacts to what the business never wrote here, and is passed over.
  await eventually(() => posts.flatMap(({ items }) => items).length, 28)
  const senders = posts.flatMap(({ items }) =>
    items.flatMap(item => (item.kind === 'message' ? [item.message.from] : [])),
  )
  expect(new Set(senders).size).toBe(10)
})

test('[Q-215] a waiting step follows the answer of the business, and taps the offered choice by its title', async () => {
  const { url } = await receiver()
  const { post, get, graph } = await simulator(url)
  const [customer] = formCustomers
  const { name, number, lines } = customer ?? expect.fail('There is no customer')
  const firstTap = lines.findIndex(({ taps }) => taps !== undefined)
  await post('/scenarios/play', { name, speed: 1_000 })
  const done = async () => (await get('/scenarios')).body.playing?.done
  const send = (body: object) =>
    graph('/messages', { messaging_product: 'whatsapp', to: number.slice(1), ...body })
  const say = (text: string) => send({ type: 'text', text: { body: text } })
  for (let at = 1; at < firstTap; at += 1) {
    await eventually(done, at)
    await say('And?')
  }
  await eventually(done, firstTap)
  await say('One moment')
  const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
  const title = lines[firstTap]?.taps ?? ''
  await send({
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'Which?' },
      action: { buttons: [reply('n', 'Neither'), reply('y', title)] },
    },
  })
  await eventually(done, firstTap + 1)
  expect((await shownOn(get, number)).slice(-3)).toEqual([
    ['OUTBOUND', 'One moment', null],
    ['OUTBOUND', 'Which?', null],
    ['INBOUND', title, expect.any(Number)],
  ])
  expect((await get('/scenarios')).body.playing.skipped).toBe(0)
})

test('eighty customers write on the working day, from eight until half past five, in the order of time', async () => {
  const times = workingDay.steps.map(({ at_ms }) => at_ms)
  expect(times).toEqual(times.toSorted((one_, other) => one_ - other))
  expect(times.every(at => at >= 0 && at < 9.5 * 3_600_000)).toBe(true)
  expect(new Set(workingDay.steps.map(({ number }) => number)).size).toBe(80)
})

test('one scenario plays at a time, and can be stopped', async () => {
  const { url } = await receiver()
  const { post, get } = await simulator(url)
  await post('/scenarios/play', { name: 'working-day' })
  expect((await post('/scenarios/play', { name: 'ten-at-once' })).status).toBe(409)
  expect((await get('/scenarios')).body.playing).toMatchObject({
    title: 'A working day',
    speed: 1,
    skipped: 0,
  })
  await post('/scenarios/stop', {})
  expect((await get('/scenarios')).body.playing).toBeNull()
})

test.each([
  [{}, /name is required/],
  [{ name: 'none' }, /ten-at-once, ipp-form-buttons/],
  [{ name: 'working-day', speed: 0 }, /speed/],
])('%j is refused with a sentence', async (body, words) => {
  const { url } = await receiver()
  const { post } = await simulator(url)
  const answer = await post('/scenarios/play', body)
  expect(answer.status).toBe(400)
  expect(answer.body.detail).toMatch(words)
})

describe('[Q-184] the clock of the simulated WhatsApp', () => {
  const seconds = (iso: string) => new Date(iso).getTime()

  test('is set either way: messages from then on have its time', async () => {
    const { url } = await receiver()
    const { post, get } = await simulator(url)
    const machine = Date.now()
    const pushed = (await post('/clock', { ahead_minutes: -23 * 60 - 58 })).body
    expect(pushed.ahead_minutes).toBe(-1438)
    expect(Math.abs(seconds(pushed.now) - (machine - 1438 * 60_000))).toBeLessThan(10_000)
    await post(`${one}/messages`, { type: 'text', text: 'Yesterday' })
    const [written] = (await get(`${one}/messages`)).body
    expect(Math.abs(seconds(written.at) - (machine - 1438 * 60_000))).toBeLessThan(10_000)
    expect((await post('/clock', { ahead_minutes: 1e9 })).status).toBe(400)
  })

  test('a day ahead, an answer is accepted and then fails, since the customer’s 24 hours are over', async () => {
    const { url, posts } = await receiver()
    const { post, graph } = await simulator(url)
    const send = () =>
      graph('/messages', {
        messaging_product: 'whatsapp',
        to: '256700000001',
        type: 'text',
        text: { body: 'An answer' },
      })
    const failures = () =>
      posts.flatMap(({ items }) =>
        items.flatMap(item => (item.kind === 'status' && item.status.error ? [item.status.error.code] : [])),
      )
    await post(`${one}/messages`, { type: 'text', text: 'Hello' })
    await post('/clock', { ahead_minutes: 24 * 60 - 1 })
    expect((await send()).status).toBe(200)
    await post('/clock', { ahead_minutes: 24 * 60 })
    expect((await send()).status).toBe(200)
    await eventually(failures, [131047])
  })
})
