import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { credentials, eventually, receiver, simulator } from './simulator.fixture.ts'

const write = (number: string, text: string) =>
  [`/phones/${number}/messages`, { type: 'text', text }] as const

test('webhooks of a phone keep their order, and do not delay those of another phone', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const { url, seen } = await receiver(async (_before, post) => {
    if (post.raw.includes('first')) await held
    return 200
  })
  const { post } = await simulator(url)
  await post(...write('256700000001', 'first'))
  await post(...write('256700000001', 'second'))
  await post(...write('256700000002', 'other'))
  await eventually(seen, ['text first', 'text other'])
  release()
  await eventually(seen, ['text first', 'text other', 'text second'])
})

test('a refused webhook comes again, before later ones', async () => {
  let accept: () => void = () => undefined
  const accepted = new Promise<void>(resolve => {
    accept = resolve
  })
  const { url, seen } = await receiver(async before => {
    const refusal = [500, 401, 404][before]
    if (refusal === undefined) await accepted
    return refusal ?? 200
  })
  const { post, get } = await simulator(url)
  await post(...write('256700000001', 'a'))
  await post(...write('256700000001', 'b'))
  expect((await get('/phones/256700000001/messages')).body[0].status).toBe('sent')
  accept()
  await eventually(seen, ['text a', 'text a', 'text a', 'text a', 'text b'])
})

test('a server that starts late gets its webhooks then', async () => {
  const away = await receiver()
  await away.stop()
  const { post, get } = await simulator(away.url)
  await post(...write('256700000001', 'a'))
  await new Promise(resolve => setTimeout(resolve, 60))
  expect((await get('/phones/256700000001/messages')).body[0].status).toBe('sent')
  const { seen } = await receiver(undefined, Number(new URL(away.url).port))
  await eventually(seen, ['text a'])
})

test('the fault webhook-duplicate posts a webhook twice, as often as it was armed for', async () => {
  const { url, seen, posts } = await receiver()
  const { post } = await simulator(url)
  await post('/faults', { name: 'webhook-duplicate', times: 2 })
  for (const text of ['a', 'b', 'c']) await post(...write('256700000001', text))
  await eventually(seen, ['text a', 'text a', 'text b', 'text b', 'text c'])
  expect(posts[0]?.raw).toBe(posts[1]?.raw)
})

test('the fault webhook-bad-signature sends one wrong signature; the repetition is right', async () => {
  const { url, posts } = await receiver((_before, { signed }) => (signed ? 200 : 401))
  const { post } = await simulator(url)
  await post('/faults', { name: 'webhook-bad-signature', times: 1 })
  await post(...write('256700000001', 'a'))
  await eventually(() => posts.map(({ signed }) => signed), [false, true])
})

let stop: () => void = () => undefined
afterEach(() => stop())

test('the server is asked for the verification until it passes', async () => {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://here').searchParams
    asked.push(query)
    response.end(asked.length === 1 ? 'something else' : query.get('hub.challenge'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stop = () => server.close()
  const { verify } = await simulator(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`)
  await verify()
  expect(asked).toHaveLength(2)
  expect(asked[0]?.get('hub.mode')).toBe('subscribe')
  expect(asked[0]?.get('hub.verify_token')).toBe(credentials.verifyToken)
  expect(asked[0]?.get('hub.challenge')).not.toBe(asked[1]?.get('hub.challenge'))
})
