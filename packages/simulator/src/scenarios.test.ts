import { describe, expect, test } from 'vitest'
import { scenarioSchema } from './scenario.ts'
import { eventually, receiver, simulator } from './simulator.fixture.ts'

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

describe('scenarios', () => {
  test('what customers do is taken down, and played again on other phones’ ids it ends the same', async () => {
    const { url } = await receiver()
    const first = await simulator(url)
    const before = await first.post(`${one}/messages`, { type: 'text', text: 'Before' })
    expect((await first.post('/recording', { on: true })).body).toMatchObject({ recording: true })
    const { id } = (await first.post(`${one}/messages`, { type: 'text', text: 'First' })).body
    await first.post(`${one}/messages`, { type: 'text', text: 'Second', reply_to: id })
    await first.post(`${one}/changes`, { type: 'edit', message_id: id, text: 'First, changed' })
    await first.post(`${one}/changes`, { type: 'reaction', message_id: before.body.id, emoji: '👍' })
    await first.post('/phones/+256700000002/messages', { type: 'text', text: 'Another' })
    const { scenario } = (await first.post('/recording', { on: false, title: 'Mine' })).body
    expect(scenario.title).toBe('Mine')
    expect(scenario.phones.map(({ number }: { number: string }) => number)).toEqual([
      '+256700000001',
      '+256700000002',
    ])
    expect(scenario.steps.map((step: { do: string }) => step.do)).toEqual([
      'messages',
      'messages',
      'changes',
      'changes',
      'messages',
    ])
    expect(JSON.stringify(scenario)).not.toContain('wamid.')

    const second = await simulator(url)
    await second.post(`${one}/messages`, { type: 'text', text: 'Before' })
    expect((await second.post('/scenarios/play', { scenario, speed: 100 })).status).toBe(200)
    await eventually(async () => (await second.get('/scenarios')).body.playing, null)
    for (const number of ['+256700000001', '+256700000002']) {
      expect(await shownOn(second.get, number)).toEqual(await shownOn(first.get, number))
    }
    expect((await shownOn(second.get, '+256700000001')).map(([, text]: string[]) => text)).toEqual([
      'Before',
      'First, changed',
      'Second',
    ])
  })

  test('ten customers at once: every word of it reaches the server, as often as it was written', async () => {
    const { url, posts } = await receiver()
    const { post, get } = await simulator(url)
    const { scenarios } = (await get('/scenarios')).body
    expect(scenarios).toEqual([
      { name: 'ten-at-once', title: 'Ten customers at once', phones: 10, steps: 29, lasts_ms: 40_000 },
      {
        name: 'busy-hour',
        title: 'A busy hour',
        phones: 90,
        steps: expect.any(Number),
        lasts_ms: expect.any(Number),
      },
      ...['ipp-form-buttons', 'ipp-form-words', 'lib-form-buttons', 'lib-form-words'].map(name => ({
        name,
        title: expect.stringMatching(/^A form for .* with every mistake$/),
        phones: 1,
        steps: expect.any(Number),
        lasts_ms: expect.any(Number),
      })),
      {
        name: 'working-day',
        title: 'A working day',
        phones: 80,
        steps: expect.any(Number),
        lasts_ms: expect.any(Number),
      },
    ])
    await post('/scenarios/play', { name: 'ten-at-once', speed: 1_000 })
    await eventually(async () => (await get('/scenarios')).body.playing, null)
    // One step reacts to what the business never wrote here, and is passed over.
    await eventually(() => posts.flatMap(({ items }) => items).length, 28)
    const senders = posts.flatMap(({ items }) =>
      items.flatMap(item => (item.kind === 'message' ? [item.message.from] : [])),
    )
    expect(new Set(senders).size).toBe(10)
  })

  test('the busy hour is an hour of ninety customers, in the order of time, the same each time', async () => {
    const { busyHour } = await import('./scenarios/busy-hour.ts')
    const times = busyHour.steps.map(({ at_ms }) => at_ms)
    expect(times).toEqual(times.toSorted((one_, other) => one_ - other))
    expect(times.every(at => at >= 0 && at < 3_600_000)).toBe(true)
    expect(new Set(busyHour.steps.map(({ number }) => number)).size).toBe(90)
    const around = times.filter(at => Math.abs(at - 25 * 60_000) < 10 * 60_000).length
    expect(around / times.length).toBeGreaterThan(0.6)
  })

  test('[Q-215] a step that waits is done once the business has answered, and taps what it offered by its title', async () => {
    const { url } = await receiver()
    const { post, get, graph } = await simulator(url)
    const number = '+256700000001'
    const step = (text: string) => ({ at_ms: 0, number, do: 'messages', body: { type: 'text', text } })
    const tap = { at_ms: 0, number, do: 'taps', body: { choice_id: 'title:Yes' }, waits: true }
    const steps = [step('First'), { ...step('Second'), waits: true }, tap]
    await post('/scenarios/play', { scenario: { title: 'x', phones: [], steps } })
    const done = async () => (await get('/scenarios')).body.playing?.done
    const send = (body: object) =>
      graph('/messages', { messaging_product: 'whatsapp', to: '256700000001', ...body })
    await eventually(done, 1)
    await send({ type: 'text', text: { body: 'And?' } })
    await eventually(done, 2)
    await send({ type: 'text', text: { body: 'One moment' } })
    const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } })
    await send({
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: 'Sure?' },
        action: { buttons: [reply('n', 'No'), reply('y', 'Yes')] },
      },
    })
    await eventually(done, undefined)
    expect((await shownOn(get, number)).map(([, text]: string[]) => text)).toEqual([
      'First',
      'And?',
      'Second',
      'One moment',
      'Sure?',
      'Yes',
    ])
  })

  test('the working day is one of eighty customers from eight until half past five, in the order of time', async () => {
    const { workingDay } = await import('./scenarios/working-day.ts')
    const times = workingDay.steps.map(({ at_ms }) => at_ms)
    expect(times).toEqual(times.toSorted((one_, other) => one_ - other))
    expect(times.every(at => at >= 0 && at < 9.5 * 3_600_000)).toBe(true)
    expect(new Set(workingDay.steps.map(({ number }) => number)).size).toBe(80)
    expect(scenarioSchema.parse(workingDay)).toEqual(workingDay)
  })

  test('one plays at a time, and can be ended', async () => {
    const { url } = await receiver()
    const { post, get } = await simulator(url)
    await post('/scenarios/play', { name: 'busy-hour' })
    expect((await post('/scenarios/play', { name: 'ten-at-once' })).status).toBe(409)
    expect((await get('/scenarios')).body.playing).toMatchObject({
      title: 'A busy hour',
      speed: 1,
      skipped: 0,
    })
    await post('/scenarios/stop', {})
    expect((await get('/scenarios')).body.playing).toBeNull()
  })

  test.each([
    [{}, /Give a name or a scenario/],
    [{ name: 'none' }, /ten-at-once, busy-hour/],
    [{ name: 'busy-hour', speed: 0 }, /speed/],
    [{ scenario: { title: 'x', phones: [], steps: [] } }, /no steps/],
    [
      {
        scenario: {
          title: 'x',
          phones: [],
          steps: [5, 4].map(at_ms => ({ at_ms, number: '+256700000001', do: 'read', body: {} })),
        },
      },
      /before the one above/,
    ],
    [
      { scenario: { title: 'x', phones: [{ number: 'nobody', name: null }], steps: [] } },
      /not a phone number|no steps/,
    ],
  ])('%j is refused with words', async (body, words) => {
    const { url } = await receiver()
    const { post } = await simulator(url)
    const answer = await post('/scenarios/play', body)
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toMatch(words)
  })
})

describe('[Q-184] the clock of the simulated WhatsApp', () => {
  const seconds = (iso: string) => new Date(iso).getTime()

  test('is pushed either way: what is written from then on has its time', async () => {
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

  test('a day on, an answer is taken and then failed, since the customer’s 24 hours are over', async () => {
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
