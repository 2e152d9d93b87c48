import { basePath } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { listenForMetrics } from './metrics.ts'

const elsewhere = { remoteAddress: '192.0.2.7' }

describe('the figures for operation', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ metrics: { host: '127.0.0.1', port: 0 } })
  })
  afterAll(() => at.close())

  test('on a port of their own are there alone, and nothing else is', async () => {
    const listening = await listenForMetrics(
      { host: '127.0.0.1', port: 0 },
      at.server.figures,
      () => undefined,
    )
    const ask = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${listening.port}${path}`, { method })
    const answer = await ask('/metrics')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await answer.text()).toMatch(/^parley_database_up 1$/m)
    for (const path of ['/', '/healthz', '/metrics/', `${basePath}/openapi.json`]) {
      expect({ path, status: (await ask(path)).status }).toEqual({ path, status: 404 })
    }
    expect((await ask('/metrics', 'POST')).status).toBe(404)
    await listening.close()
    const { body } = await at.server.app.inject({ url: '/metrics' })
    expect(body).not.toMatch(/parley_/)
  })
})

describe('without a port of their own', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  test.each([
    { name: 'this machine', asked: {}, status: 200 },
    { name: 'this machine over IPv6', asked: { remoteAddress: '::ffff:127.0.0.1' }, status: 200 },
    { name: 'another machine', asked: elsewhere, status: 403 },
    {
      name: 'another machine that says it is none',
      asked: { ...elsewhere, headers: { host: 'localhost' } },
      status: 403,
    },
    {
      name: 'a proxy here for somebody',
      asked: { headers: { 'x-forwarded-for': '127.0.0.1' } },
      status: 403,
    },
    {
      name: 'a proxy here that says so otherwise',
      asked: { headers: { forwarded: 'for=127.0.0.1' } },
      status: 403,
    },
  ])('$name gets $status', async ({ asked, status }) => {
    expect((await at.server.app.inject({ url: '/metrics', ...asked })).statusCode).toBe(status)
  })

  test('a demo shows what its calls are to everybody', async () => {
    for (const path of ['/docs/', '/openapi.json']) {
      expect((await at.server.app.inject({ url: `${basePath}${path}` })).statusCode).toBe(200)
    }
  })
})

describe('in production', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer({ mode: 'production' })
  })
  afterAll(() => at.close())

  test('what the calls are is told to whoever has a session, and no page has a weaker policy than the console', async () => {
    const description = (headers: Readonly<Record<string, string>>) =>
      at.server.app.inject({ url: `${basePath}/openapi.json`, headers })
    expect((await description({})).statusCode).toBe(401)
    expect((await description({ authorization: 'Bearer x' })).statusCode).toBe(401)
    const told = await description({ authorization: `Bearer ${at.ann.token}` })
    expect(told.json()).toMatchObject({
      openapi: '3.1.0',
      paths: { [`${basePath}/sign-in`]: expect.anything() },
    })
    for (const path of ['/docs', '/docs/', '/docs/json', '/docs/static/index.html']) {
      const { statusCode } = await at.server.app.inject({
        url: `${basePath}${path}`,
        headers: { authorization: `Bearer ${at.ann.token}` },
      })
      expect({ path, statusCode }).toEqual({ path, statusCode: 404 })
    }
  })
})
