import type { Draw } from '@parley/demo/random'
import { type Asking, typed } from './asking.ts'
import { brokenJson, hostileTexts, hostileValue } from './values.ts'

/** Texts that an HTTP header can carry: no control characters, and only characters of one byte. */
const lineTexts = ['', '*/*', 'x'.repeat(3_000), '\u0080\u00ff', 'W/"*"', '0', '-1', ',;,=', 'null', '%00']

const strangeHeaders: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    'text/plain',
    'application/xml',
    'application/json; charset=utf-7',
    'multipart/form-data',
    '/',
    '',
  ],
  accept: lineTexts,
  'accept-encoding': lineTexts,
  'accept-language': lineTexts,
  range: ['bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'bytes=99999999999999999999-', 'bytes=a-b', 'lines=1-2'],
  'if-range': lineTexts,
  'if-none-match': lineTexts,
  'if-modified-since': lineTexts,
  'x-forwarded-for': ['::1', '1.2.3.4, 5', 'x', ...lineTexts],
  'x-forwarded-proto': lineTexts,
  host: ['', 'evil.example', '[::1', 'a:99999'],
  origin: ['null', 'https://evil.example', 'x'],
  cookie: ['a', '=', '__Host-parley=x', 'parley_attachments=x.y.z', ...lineTexts],
  'user-agent': lineTexts,
  'content-length': ['-1', '5', '99999999999', 'x'],
  'content-encoding': ['gzip', 'br', 'x'],
  expect: ['100-continue', 'x'],
  authorization: [
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'bearer x',
    `Bearer ${'x.'.repeat(800)}`,
    'Bearer eyJhbGciOiJub25lIn0.e30.',
  ],
}

/** The request with one to three hostile values in it. */
export function spoilt(asking: Asking, draw: Draw): Asking {
  let now = asking
  for (let times = draw.between(1, 3); times > 0; times -= 1) now = spoiltOnce(now, draw)
  return now
}

function spoiltOnce(asking: Asking, draw: Draw): Asking {
  const { query, headers, body } = asking
  const way = draw.between(0, 9)
  if (way === 0) {
    const name = draw.pick(Object.keys(strangeHeaders))
    return { ...asking, headers: { ...headers, [name]: draw.pick(strangeHeaders[name] ?? ['']) } }
  }
  if (way < 4 && query.length > 0) {
    const spot = draw.between(0, query.length - 1)
    const [field = ''] = query[spot] ?? []
    const value = draw.pick(hostileTexts)
    // Sometimes the field occurs twice: a list where a text is expected.
    const place = draw.chance(0.2) ? spot + 1 : spot
    return { ...asking, query: query.toSpliced(place, place - spot === 1 ? 0 : 1, [field, value]) }
  }
  if (way === 4)
    return { ...asking, query: [...query, [draw.pick(hostileTexts).slice(0, 20), draw.pick(hostileTexts)]] }
  if (body === null)
    return way < 7 ? asking : typed(asking, 'application/json', { value: hostileValue(draw) })
  if ('bytes' in body) {
    const { bytes } = body
    const spot = draw.between(0, bytes.length)
    const junk = Buffer.from(draw.pick(hostileTexts))
    return { ...asking, body: { bytes: Buffer.concat([Buffer.from(bytes).subarray(0, spot), junk]) } }
  }
  if (way === 5) return { ...asking, body: { bytes: draw.pick(brokenJson) } }
  if (way === 6) return { ...asking, body: { value: hostileValue(draw) } }
  return { ...asking, body: { value: withHostile(body.value, draw) } }
}

/** The same value with a hostile value in one of its fields, or beside them. */
export function withHostile(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value) && value.length > 0 && draw.chance(0.8)) {
    const spot = draw.between(0, value.length - 1)
    return draw.chance(0.1) ? [...value, ...value] : value.with(spot, withHostile(value[spot], draw))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostileValue(draw)
  const fields = Object.entries(value)
  if (fields.length === 0 || draw.chance(0.1))
    return Object.fromEntries([...fields, [draw.pick(['__proto__', 'constructor', 'x']), hostileValue(draw)]])
  const spot = draw.between(0, fields.length - 1)
  const [field = '', inner] = fields[spot] ?? []
  if (draw.chance(0.1)) return Object.fromEntries(fields.toSpliced(spot, 1))
  const isPlain = typeof inner !== 'object' || inner === null
  return Object.fromEntries(
    fields.with(spot, [field, isPlain || draw.chance(0.3) ? hostileValue(draw) : withHostile(inner, draw)]),
  )
}
