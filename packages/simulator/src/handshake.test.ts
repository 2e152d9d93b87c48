import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { credentials, simulator } from './simulator.fixture.ts'

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
