import zlib from 'node:zlib'
import { api, type Call } from '@parley/core/calls'
import { declare } from '@parley/core/call'
import { ApiError } from '@parley/core/errors'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { compressAnswers } from './encode.ts'
import { mount } from './mount.ts'

const words = 'Good morning, how much is in my pension? '.repeat(40)
const shape = {
  method: 'GET',
  summary: '',
  access: 'public',
  policy: 'anybody',
  reply: z.object({ words: z.string() }),
  problems: [],
} as const
const calls = declare({
  long: { ...shape, path: '/long' },
  short: { ...shape, path: '/short' },
  secret: { ...shape, path: '/secret', secret: true },
  refused: { ...shape, path: '/refused' },
} as const)

describe('an answer', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = fastify()
    app.decorateRequest('caller', null)
    compressAnswers(app)
    const authenticate = () => Promise.reject(new ApiError('session.missing'))
    mount(
      { app, authenticate, sampleAreas: [], requireVisible: async () => undefined, spend: () => undefined },
      calls,
      {
        long: async () => ({ words }),
        short: async () => ({ words: words.slice(0, 900) }),
        secret: async () => ({ words }),
        refused: () => Promise.reject(ApiError.field('words', words)),
      },
    )
    app.get('/file', async (_request, reply) => reply.type('text/csv').send(words))
    await app.ready()
  })
  afterAll(() => app.close())

  const encodingOf = async (url: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    return (await app.inject({ url, headers })).headers['content-encoding'] ?? null
  }

  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'gzip'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'gzip'],
    ['deflate, GZIP', 'gzip'],
    [undefined, null],
    ['', null],
    ['br', null],
    ['identity', null],
    ['gzip;q=0', null],
    ['deflate, gzip; q=0.000, br', null],
  ])('[Q-298] for a client that accepts %j has the encoding %s', async (accepted, encoding) => {
    expect(await encodingOf('/long', accepted)).toBe(encoding)
  })

  test('[Q-298] has the same words compressed, and says on what that depends', async () => {
    const { headers, rawPayload } = await app.inject({ url: '/long', headers: { 'accept-encoding': 'gzip' } })
    expect(JSON.parse(zlib.gunzipSync(rawPayload).toString('utf8'))).toEqual({ words })
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(rawPayload.length) })
    expect((await app.inject({ url: '/long' })).headers.vary).toBe('accept-encoding')
  })

  test.each(['/short', '/secret', '/refused', '/file'])('[Q-298] %s is sent as it is', async url => {
    expect(await encodingOf(url, 'gzip')).toBeNull()
  })
})

/** The names of all text properties. */
function textNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: Readonly<Record<string, unknown>> }
  const own = Object.entries(properties)
    .filter(([, value]) => JSON.stringify(value).includes('"string"'))
    .map(([name]) => name)
  return [...own, ...Object.values(schema).flatMap(textNames)]
}

test('[Q-298] each call that answers with a secret declares it', () => {
  const declared = Object.entries<Call>(api).filter(([, call]) => call.secret === true)
  expect(declared.map(([name]) => name).toSorted()).toEqual([
    'beginSecondFactor',
    'confirmSecondFactor',
    'invitePerson',
    'makePasswordLink',
    'renewRecoveryCodes',
    'signInDefaults',
    'socketTicket',
    'token',
  ])
  const looksSecret = Object.entries<Call>(api).filter(([, { reply }]) => {
    if (reply === null || reply === 'file') return false
    const names = textNames(z.toJSONSchema(reply, { io: 'input', unrepresentable: 'any' }))
    return names.some(name => /_token$|secret|password|recovery_codes$|otpauth/.test(name))
  })
  expect(looksSecret.filter(([, call]) => call.secret !== true).map(([name]) => name)).toEqual([])
})

describe('the list of conversations', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    for (let n = 100; n < 120; n += 1) await at.webhook(textWebhook(`256700000${n}`, `wamid.${n}`, words))
  })
  afterAll(() => at.close())

  test('[Q-298] is compressed', async () => {
    const list = `${at.url}/api/v1${api.conversations.path}?limit=100`
    const answer = await at.server.app.inject({
      url: list,
      headers: { authorization: `Bearer ${at.ann.token}`, 'accept-encoding': 'gzip, deflate, br' },
    })
    expect(answer.headers['content-encoding']).toBe('gzip')
    const text = zlib.gunzipSync(answer.rawPayload).toString('utf8')
    expect(JSON.parse(text)).toHaveLength(20)
    expect(answer.rawPayload.length * 4).toBeLessThan(text.length)
  })
})
