import { api } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient, ask } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

const password = 'plums and 7 pears'

describe('registering a colleague', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const say = (words: string) => at.webhook(textWebhook('256760000001', `wamid.${unique()}`, words))
  const register = (more: Readonly<Record<string, unknown>> = {}) =>
    at.ann.ask('register', { body: { name: 'Clare', email: 'clare@example.com', password, ...more } })
  const emails = async () =>
    (await at.database.db.selectFrom('agents').select('email').orderBy('id').execute()).map(row => row.email)

  test('[API-08] the colleague can sign in at once, is listed, and has read everything written before', async () => {
    await say('Before')
    const email = `${unique()}@example.com`
    const { reply } = await at.ann.get('register', {
      body: { name: ' Clare ', email: ` ${email} `, password },
    })
    expect(reply).toEqual({ detail: `Clare can sign in with ${email}` })
    const clare = await AgentClient.signIn(at.server.app, at.url, email, password)
    const { reply: agents } = await at.ann.get('availableAgents')
    expect(agents).toContainEqual(expect.objectContaining({ id: clare.id, name: 'Clare' }))
    await at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(clare.id) })
      .execute()
    expect((await clare.get('unreadStats')).reply.total_unread_messages).toBe(0)
    await say('After')
    expect((await clare.get('unreadStats')).reply.total_unread_messages).toBe(1)
  })

  test('[API-08 Q-031] not without a session, whatever is sent', async () => {
    const before = await emails()
    const body = { name: 'Mallory', email: 'mallory@example.com', password }
    for (const token of [undefined, 'wrong', at.ann.refreshToken]) {
      expect(await ask(at.server.app, api.register, { body }, token)).toMatchObject({ status: 401 })
      expect(await ask(at.server.app, api.register, { body: {} }, token)).toMatchObject({ status: 401 })
    }
    expect(await emails()).toEqual(before)
  })

  test.each([
    ['password', { password: 'short' }],
    ['password', { password: 'password123' }],
    ['password', { password: 'parley-demo' }],
    ['password', { password: 'clare@example.com' }],
    ['password', { password: undefined }],
    ['email', { email: 'clare' }],
    ['email', { email: '' }],
    ['email', { email: undefined }],
    ['name', { name: '  ' }],
    ['name', { name: undefined }],
  ])('[Q-031] a bad %s is 400 and names it: %j', async (field, more) => {
    const before = await emails()
    const answer = await register(more)
    expect(answer.status).toBe(400)
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
    expect(await emails()).toEqual(before)
  })

  test('an address that has an account is 409 and named, in any case, and its account stays as it was', async () => {
    const before = await emails()
    for (const email of ['brian@parley.example', 'BRIAN@parley.example']) {
      const answer = await register({ email, password: 'another 8 quinces' })
      expect(answer).toEqual({
        status: 409,
        headers: expect.anything(),
        body: {
          detail: `${email} already has an account`,
          code: 'agent.email-taken',
          fields: { email: 'has an account already' },
        },
      })
    }
    expect(await emails()).toEqual(before)
    await AgentClient.signIn(at.server.app, at.url, 'brian@parley.example', password)
  })
})
