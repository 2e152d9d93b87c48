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
  const found = await client.download('9', { maxBytes: 5, timeoutMs: 30_000 })
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
  expect(await client.download('9', { maxBytes: 5, timeoutMs: 30_000 })).toEqual({
    outcome: 'too-large',
    size: 6,
  })
  expect(seen).toHaveLength(1)
})

test.each(['..', '.', 'a/b', '9?fields=id', ''])(
  '[Q-292] WhatsApp is asked nothing under the id "%s"',
  async id => {
    const { client, seen } = await mediaServer(apiUrl => ({ url: `${apiUrl}/b` }), send('1'))
    expect(await client.download(id, { maxBytes: 5, timeoutMs: 30_000 })).toMatchObject({ outcome: 'gone' })
    expect(seen).toEqual([])
  },
)

test('a file that is larger than it says fails while it is read', async () => {
  const chunked: Answer = response => {
    response.writeHead(200)
    response.write('1234')
    response.end('5678')
  }
  const { client } = await mediaServer(apiUrl => ({ url: `${apiUrl}/b`, file_size: 4 }), chunked)
  const found = await client.download('9', { maxBytes: 5, timeoutMs: 30_000 })
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
  ['a reset', response => response.destroy(), { outcome: 'unreached' }],
])('a download answered with %s', async (_name, answer, outcome) => {
  const { client } = await graph(answer)
  expect(await client.download('9', { maxBytes: 5, timeoutMs: 30_000 })).toMatchObject(outcome)
})

test('a download answered with silence', async () => {
  const { client } = await graph(() => undefined)
  expect(await client.download('9', { maxBytes: 5, timeoutMs: 300 })).toEqual({
    outcome: 'unreached',
    reason: 'TimeoutError',
  })
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
  expect(await client.download('9', { maxBytes: 9, timeoutMs: 30_000 })).toMatchObject(outcome)
})

test('our token is shown to no other host: not by an address, not by a redirect', async () => {
  const other = await graph(send('stolen'))
  const byAddress = await mediaServer(() => ({ url: `${other.apiUrl}/b` }), send(''))
  const byRedirect = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    response => response.writeHead(302, { location: `${other.apiUrl}/b` }).end(),
  )
  for (const { client } of [byAddress, byRedirect]) {
    expect(await client.download('9', { maxBytes: 9, timeoutMs: 30_000 })).toMatchObject({
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
  const found = await near.client.download('9', { maxBytes: 9, timeoutMs: 30_000 })
  expect(found.outcome === 'found' && (await buffer(found.media.stream)).toString()).toBe('here')
  const round = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    response => response.writeHead(302, { location: '/b' }).end(),
  )
  expect(await round.client.download('9', { maxBytes: 9, timeoutMs: 30_000 })).toMatchObject({
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
  ['https://user@lookaside.fbsbx.com/x', false],
  ['https://:pass@lookaside.fbsbx.com/x', false],
  ['https://scontent.fbcdn.net/x', true],
  ['https://graph.facebook.com/x', true],
  ['https://fbsbx.com.attacker.example/x', false],
  ['https://evilfbsbx.com/x', false],
  ['http://graph.example:8443/x', false],
  ['http://169.254.169.254/latest', false],
])('the address %s may be shown our token: %s', (url, may) => {
  expect(mayHoldMedia(new URL('https://graph.example:8443/'), new URL(url))).toBe(may)
})

test('a file that declares more than was told is not read', async () => {
  const { client } = await mediaServer(
    apiUrl => ({ url: `${apiUrl}/b` }),
    (response, seen) =>
      response.writeHead(200, { 'content-length': 6 }).end(seen.url === '/b' ? '123456' : ''),
  )
  expect(await client.download('9', { maxBytes: 5, timeoutMs: 30_000 })).toEqual({
    outcome: 'too-large',
    size: 6,
  })
  const found = await client.download('9', { maxBytes: 6, timeoutMs: 30_000 })
  if (found.outcome !== 'found') throw new Error(found.outcome)
  expect(found.media).toMatchObject({ mimeType: 'application/octet-stream', sha256: null, size: 6 })
  expect((await buffer(found.media.stream)).toString()).toBe('123456')
})

test('a file of unknown size is read up to the limit, byte for byte', async () => {
  const chunked: Answer = response => {
    response.writeHead(200)
    response.write('123')
    response.end('45')
  }
  const { client } = await mediaServer(apiUrl => ({ url: `${apiUrl}/b`, file_size: 'x', sha256: 7 }), chunked)
  const found = await client.download('9', { maxBytes: 5, timeoutMs: 30_000 })
  if (found.outcome !== 'found') throw new Error(found.outcome)
  expect(found.media).toMatchObject({ sha256: null, size: null })
  expect((await buffer(found.media.stream)).toString()).toBe('12345')
  const short = await client.download('9', { maxBytes: 4, timeoutMs: 30_000 })
  if (short.outcome !== 'found') throw new Error(short.outcome)
  await expect(buffer(short.media.stream)).rejects.toThrow('More than 4 bytes came.')
})

/** A download whose bytes come in this response, from a URL on the API's own host. */
const bytesAnswer = async (answer: Answer) => {
  const { client, seen } = await mediaServer(apiUrl => ({ url: `${apiUrl}/b` }), answer)
  const outcome = await client.download('9', { maxBytes: 9, timeoutMs: 30_000 })
  return { outcome, calls: seen.filter(({ url }) => !url.startsWith('/v23.0/')).length }
}

test.each<[string, Answer, object]>([
  ['that have gone', json(404, refusal(100)), { outcome: 'misplaced' }],
  [
    'that lie there no more',
    response => response.writeHead(410).end(),
    { outcome: 'misplaced', details: 'HTTP 410 where the file should lie.' },
  ],
  [
    'that are refused without a word',
    response => response.writeHead(403).end(),
    { outcome: 'refused', retry: 'channel', code: 403 },
  ],
  ['that fail', response => response.writeHead(502).end(), { outcome: 'unreached' }],
  [
    'that lie nowhere',
    response => response.writeHead(302, { location: 'http://[' }).end(),
    { outcome: 'misplaced', details: 'The file lies on a host that is not trusted.' },
  ],
  [
    'that moved without saying where',
    response => response.writeHead(302).end(),
    { outcome: 'refused', code: 302 },
  ],
])('bytes %s are told as they are', async (_, answer, expected) => {
  const { outcome, calls } = await bytesAnswer(answer)
  expect([outcome, calls]).toMatchObject([expected, 1])
})

test('three redirects are followed, a fourth is not', async () => {
  const after =
    (hops: number): Answer =>
    (response, { url }) => {
      const at = url === '/b' ? 0 : Number(url.slice(2))
      if (at === hops) return response.end('here')
      return response.writeHead(302, { location: `/b${at + 1}` }).end()
    }
  expect((await bytesAnswer(after(3))).outcome.outcome).toBe('found')
  expect(await bytesAnswer(after(4))).toEqual({
    outcome: { outcome: 'misplaced', details: 'The file was redirected too often.' },
    calls: 4,
  })
})

test('a place that is no address is asked nothing', async () => {
  const { client, seen } = await mediaServer(() => ({ url: 'nowhere' }), send(''))
  expect(await client.download('9', { maxBytes: 9, timeoutMs: 30_000 })).toEqual({
    outcome: 'misplaced',
    details: 'The file lies on a host that is not trusted.',
  })
  expect(seen).toHaveLength(1)
})

test('a download that the caller gives up ends', async () => {
  const { client } = await graph(() => undefined)
  const signal = AbortSignal.timeout(50)
  expect(await client.download('9', { maxBytes: 9, timeoutMs: 30_000, signal })).toMatchObject({
    outcome: 'unreached',
  })
})
