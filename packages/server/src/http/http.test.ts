import { api, type Call } from '@parley/core/calls'
import { declare } from '@parley/core/call'
import { ApiError } from '@parley/core/errors'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { testApp } from '../../test/app.ts'
import { inspectReply, inspectSent } from '../../test/inspect.ts'
import { encoder } from './encode.ts'
import { idOf } from './ids.ts'
import { mount } from './mount.ts'
import { parsePart } from './validate.ts'

const Reply = z.object({
  text: z.string().nullable(),
  count: z.int().nullable(),
  word: z.enum(['a', 'b']),
  list: z.array(z.object({ id: z.string() })),
  map: z.record(z.string(), z.int()),
  inner: z.object({ flag: z.boolean() }).nullable(),
  given: z.string().optional(),
})
const whole = {
  text: 'é"\n',
  count: 3,
  word: 'a',
  list: [{ id: '1' }],
  map: { '5': 2 },
  inner: { flag: true },
  given: 'x',
} as const
const call: Call = {
  method: 'GET',
  path: '/x',
  summary: '',
  access: 'public',
  policy: 'anybody',
  reply: Reply,
  problems: [],
}

test.each([
  ['whole', whole],
  ['nulls', { ...whole, text: null, count: null, inner: null }],
  ['nothing in it', { ...whole, list: [], map: {} }],
])('the encoder writes what it is given: %s', (_, value) => {
  expect(JSON.parse(encoder(Reply)(value))).toEqual(value)
})

test('the encoder writes nothing that is not declared', () => {
  const written = encoder(Reply)({ ...whole, password_hash: 'x', list: [{ id: '1', wamid: 'y' }] })
  expect(JSON.parse(written)).toEqual(whole)
})

test('where the encoder is blind the comparison of the tests sees', () => {
  const encode = encoder(Reply)
  for (const wrong of [{ word: 'c' }, { list: [{ id: null }] }, { map: { '5': null } }]) {
    const value = { ...whole, ...wrong }
    expect(() => inspectReply(call, value, encode(value))).toThrow()
  }
  expect(() => inspectReply(call, { ...whole, text: null }, encode({ ...whole, text: '' }))).toThrow()
  expect(() => inspectReply(call, whole, encode(whole))).not.toThrow()
})

test('an undeclared code or header, and a declared header that is missing, are seen', () => {
  const declared: Call = {
    ...call,
    access: 'session',
    headers: ['Parley-Seq'],
    problems: ['issue.not-found'],
  }
  const sent =
    (status: number, code?: string, ...names: string[]) =>
    () =>
      inspectSent(declared, {
        status,
        headers: Object.fromEntries(names.map(name => [name, '1'])),
        text: JSON.stringify({ code }),
      })
  expect(sent(200, undefined, 'parley-seq', 'etag')).not.toThrow()
  expect(sent(200)).toThrow('other headers')
  expect(sent(200, undefined, 'parley-seq', 'parley-total')).toThrow('other headers')
  for (const code of ['issue.not-found', 'session.expired', 'server.failed']) {
    expect(sent(404, code)).not.toThrow()
  }
  expect(sent(404, 'issue.not-found', 'parley-total')).toThrow('does not declare')
  for (const code of ['ticket.not-found', 'note.not-found', undefined]) {
    expect(sent(404, code)).toThrow(`"${code}"`)
  }
})

test('every reply of the contract can be encoded', () => {
  const schemas = Object.values(api).flatMap(({ reply }) =>
    reply === null || reply === 'file' ? [] : [reply],
  )
  expect(schemas.length).toBeGreaterThan(8)
  for (const schema of schemas) expect(encoder(schema)).toBeTypeOf('function')
})

test.each([
  ['5127', 5127],
  ['1', 1],
  ['999999999999999', 999_999_999_999_999],
  ['0', null],
  ['007', null],
  ['-5', null],
  ['5.0', null],
  ['1e3', null],
  [' 5', null],
  ['9999999999999999', null],
  ['', null],
])('the id %j is %s', (given, id) => {
  expect(idOf(given)).toBe(id)
})

const Input = z.object({ name: z.string().min(2), count: z.int(), more: z.unknown().optional() })
const refused = (value: unknown) => {
  try {
    parsePart(Input, value, 'body')
  } catch (error) {
    return error instanceof ApiError ? error.body().fields : error
  }
  return null
}

test.each([
  ['nothing', undefined, { body: 'is missing' }],
  ['a missing field', { name: 'ab' }, { count: 'is missing' }],
  ['several', { name: 'a', count: 1.5 }, { name: expect.any(String), count: expect.any(String) }],
  ['NUL', { name: 'a\0b', count: 1 }, { name: expect.stringContaining('U+0000') }],
  ['NUL in a name further in', { name: 'ab', count: 1, more: { '\0': 1 } }, { more: expect.any(String) }],
  ['half a character', { name: 'ab\ud83d', count: 1 }, { name: expect.stringContaining('Unicode') }],
  ['a length that is none', { name: { length: { toString: 1 } }, count: 1 }, { name: expect.any(String) }],
  ['half a character further in', { name: 'ab', count: 1, more: [['\udc00']] }, { more: expect.any(String) }],
])('bad input names its field: %s', (_, value, fields) => {
  expect(refused(value)).toEqual(fields)
})

test('whole characters of any plane pass, and twenty levels', () => {
  const nested = Array.from({ length: 18 }).reduce<unknown>(inner => [inner], '🙂')
  expect(refused({ name: '🙂é', count: 1, more: nested })).toBeNull()
  expect(refused({ name: '🙂é', count: 1, more: [[[nested]]] })).toEqual({
    more: expect.stringContaining('20'),
  })
})

test('a failure of ours says nothing of the inside and names a reference', async () => {
  const calls = declare({ fails: { ...call, reply: z.object({}) } as const })
  const app = await testApp(
    () => Promise.reject(new ApiError('session.missing')),
    http =>
      mount(http, calls, {
        fails: () => Promise.reject(new Error('the customer wrote: secret words')),
      }),
  )
  app.log.level = 'silent'
  const response = await app.inject({ url: '/api/v1/x' })
  expect(response.statusCode).toBe(500)
  expect(response.json()).toMatchObject({
    code: 'server.failed',
    detail: expect.stringContaining('reference'),
  })
  expect(response.body).not.toContain('secret words')
  await app.close()
})
