import type { Draw } from '@parley/demo/random'

/** Texts that often break programs: empty, long, invalid numbers, lone surrogates, syntax of other languages. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '0',
  '-1',
  '1e999',
  '-0',
  '007',
  '9'.repeat(18),
  '9'.repeat(40),
  '9223372036854775808',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\udc00x',
  '\u202e\u200b\ufeff',
  'é🙂👩‍👩‍👧',
  'ﷺ'.repeat(300),
  'x'.repeat(5_000),
  'a b '.repeat(2_000),
  '%',
  '%zz',
  '%00',
  '_\\%',
  "' or 1=1 --",
  '"; drop table agents; --',
  '$1 $2 ${x} {{x}}',
  '../../../../etc/passwd',
  '..\\..\\x',
  '<script>alert(1)</script>',
  'a@b',
  'A@B@c.example',
  'https://parley.example/',
  '0001-01-01',
  '2026-02-30',
  '2026-03-02',
  '9999-12-31',
  '+275760-09-13',
  '2026-03-02T09:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '24:61',
  ',',
  ',,,1,,',
  '1,2,3',
  '+256700000001',
  'AGENT',
  'ADMINISTRATOR',
]

/** JSON values that none of our schemas expects in their place. */
export function hostileValue(draw: Draw, depth = 0): unknown {
  const kind = draw.between(0, depth > 3 ? 6 : 11)
  if (kind < 4) return draw.pick(hostileTexts)
  if (kind === 4) return draw.pick([null, true, false])
  if (kind < 7)
    return draw.pick([
      0,
      -1,
      1,
      1.5,
      -0,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      1e21,
      1e308,
      5e-324,
      1_772_441_900,
      253_402_300_800,
    ])
  if (kind === 7) return nest(draw.between(3, 200), draw.chance(0.5))
  if (kind < 10) return Array.from({ length: draw.pick([0, 1, 2, 30]) }, () => hostileValue(draw, depth + 1))
  return Object.fromEntries(
    Array.from({ length: draw.between(0, 4) }, () => [
      draw.pick(['__proto__', 'constructor', 'toString', 'id', 'a', '', '\u0000', '\ud800', 'length']),
      hostileValue(draw, depth + 1),
    ]),
  )
}

/** Nested lists or objects, this many levels deep. */
export function nest(levels: number, lists: boolean): unknown {
  let inner: unknown = 'x'
  for (let level = 0; level < levels; level += 1) inner = lists ? [inner] : { a: inner }
  return inner
}

/** Texts that a JSON parser rejects, or reads with another meaning. */
export const brokenJson: readonly string[] = [
  '',
  ' ',
  '{',
  ']',
  '{"a":}',
  'undefined',
  'NaN',
  "{'a':1}",
  '\ufeff{}',
  '{"a":1}{"a":2}',
  '['.repeat(100_000),
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}',
  '{"content":"a","content":["b"]}',
  '1e999',
  '-',
  '"\\ud83d"',
  '"\\u0000"',
  '"\u0001"',
  'null',
  '[]',
  'true',
  '5',
]
