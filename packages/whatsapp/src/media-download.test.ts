import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Answer, graph, json, refusal } from './graph.fixture.ts'
import { MediaTooLarge, mayHoldMedia } from './media-download.ts'

function mediaServer(place: (apiUrl: string) => object, bytes: Answer) {
  return graph((response, seen) => {
    if (!seen.url.startsWith('/v23.0/')) return bytes(response, seen)
    return json(200, place(`http://${seen.headers.host}`))(response, seen)
  })
}

const send =
  (content: string): Answer =>
  response =>
    response.writeHead(200).end(content)

test('[THREAD-08] a file of a customer is located, then fetched with the token', async () => {
  const sha = 'ab'.repeat(32)
  const { client, seen } = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/bytes/9`, mime_type: 'image/png', sha256: sha, file_size: 5 }),
    send('12345'),
  )
  const found = await client.download('9', { maxBytes: 5, timeoutMs: 2_000 })
  if (found.outcome !== 'found') throw new Error(found.outcome)
  expect(found.media).toMatchObject({ mimeType: 'image/png', sha256: sha, size: 5 })
  expect((await buffer(found.media.stream)).toString()).toBe('12345')
  expect(seen.map(call => [call.url, call.authorization])).toEqual([
    ['/v23.0/9?phone_number_id=100', 'Bearer token'],
    ['/bytes/9', 'Bearer token'],
  ])
})

test('a file whose declared size is over the limit is not fetched', async () => {
  const { client, seen } = await mediaServer(apiUrl => ({ url: `${apiUrl}/b`, file_size: 6 }), send('123456'))
  expect(await client.download('9', { maxBytes: 5, timeoutMs: 2_000 })).toEqual({
    outcome: 'too-large',
    size: 6,
  })
  expect(seen).toHaveLength(1)
})

test('a file that is larger than it says fails while it is read', async () => {
  const chunked: Answer = response => {
    response.writeHead(200)
    response.write('1234')
    response.end('5678')
  }
  const { client } = await mediaServer(apiUrl => ({ url: `${apiUrl}/b`, file_size: 4 }), chunked)
  const found = await client.download('9', { maxBytes: 5, timeoutMs: 2_000 })
  if (found.outcome !== 'found') throw new Error(found.outcome)
  await expect(buffer(found.media.stream)).rejects.toBeInstanceOf(MediaTooLarge)
})

test.each<[string, Answer, object]>([
  ['an id WhatsApp does not know', json(400, refusal(100)), { outcome: 'gone', code: 100 }],
  ['an expired token', json(401, refusal(190)), { outcome: 'refused', retry: 'channel', code: 190 }],
  ['too many questions', json(400, refusal(80007)), { outcome: 'refused', retry: 'rate' }],
  ['trouble at WhatsApp', json(500, refusal(131000)), { outcome: 'refused', retry: 'transient' }],
  [
    'a 404 that is not WhatsApp’s',
    response => response.writeHead(404).end(),
    { outcome: 'refused', retry: 'channel' },
  ],
  ['an answer nobody can read', json(200, {}), { outcome: 'unreached' }],
  ['a bare 500', response => response.writeHead(500).end(), { outcome: 'unreached' }],
  ['silence', () => undefined, { outcome: 'unreached' }],
  ['a reset', response => response.destroy(), { outcome: 'unreached' }],
])('a download answered with %s', async (_name, answer, outcome) => {
  const { client } = await graph(answer)
  expect(await client.download('9', { maxBytes: 5, timeoutMs: 300 })).toMatchObject(outcome)
})

test.each<[string, number, object]>([
  ['an address that has expired', 404, { outcome: 'misplaced' }],
  ['an expired token', 401, { outcome: 'refused', retry: 'channel' }],
  ['too many questions', 429, { outcome: 'refused', retry: 'rate' }],
  ['trouble', 500, { outcome: 'unreached' }],
])('[THREAD-08] where the bytes lie, %s', async (_name, status, outcome) => {
  const { client } = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    response => response.writeHead(status).end(),
  )
  expect(await client.download('9', { maxBytes: 9, timeoutMs: 2_000 })).toMatchObject(outcome)
})

test('our token is shown to no other host: not by an address, not by a redirect', async () => {
  const other = await graph(send('stolen'))
  const byAddress = await mediaServer(() => ({ url: `${other.apiUrl}/b` }), send(''))
  const byRedirect = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    response => response.writeHead(302, { location: `${other.apiUrl}/b` }).end(),
  )
  for (const { client } of [byAddress, byRedirect]) {
    expect(await client.download('9', { maxBytes: 9, timeoutMs: 2_000 })).toMatchObject({
      outcome: 'misplaced',
    })
  }
  expect(other.seen).toHaveLength(0)
})

test('redirects within the own host are followed, but not for ever', async () => {
  const near = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    (response, seen) =>
      seen.url === '/c' ? response.end('here') : response.writeHead(302, { location: '/c' }).end(),
  )
  const found = await near.client.download('9', { maxBytes: 9, timeoutMs: 2_000 })
  expect(found.outcome === 'found' && (await buffer(found.media.stream)).toString()).toBe('here')
  const round = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    response => response.writeHead(302, { location: '/b' }).end(),
  )
  expect(await round.client.download('9', { maxBytes: 9, timeoutMs: 2_000 })).toMatchObject({
    outcome: 'misplaced',
  })
})

test.each<[string, boolean]>([
  ['https://lookaside.fbsbx.com/whatsapp/?mid=1', true],
  ['https://mmg.whatsapp.net/x', true],
  ['https://graph.example:8443/x', true],
  ['http://lookaside.fbsbx.com/x', false],
  ['https://lookaside.fbsbx.com:8443/x', false],
  ['https://user:pass@lookaside.fbsbx.com/x', false],
  ['https://fbsbx.com.attacker.example/x', false],
  ['https://evilfbsbx.com/x', false],
  ['http://graph.example:8443/x', false],
  ['http://169.254.169.254/latest', false],
])('the address %s may be shown our token: %s', (url, may) => {
  expect(mayHoldMedia(new URL('https://graph.example:8443/'), new URL(url))).toBe(may)
})
