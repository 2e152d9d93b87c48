import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { channel, password } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, statusWebhook, text } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { whatsappAdapter } from '../channels/whatsapp.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { type Ingest, openIngest, openIngestGate } from '../ingest/ingest.ts'
import { react } from '../messages/react.ts'
import { startReactions } from './reactions.ts'

/* WhatsApp's response to a call and its webhook about the same reaction travel separately. Either can arrive first. */
describe('[Q-187] a sign that WhatsApp took and refused at once', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: Writer
  let ingest: Ingest
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    const deps = {
      writer,
      numbers: new Set([channel.phoneNumberId]),
      onEnded: () => undefined,
      wakeHealth: () => undefined,
      wakeTemplates: () => undefined,
      wakeBot: () => undefined,
      understand: null,
      wakeMedia: () => undefined,
      onRefused: () => undefined,
      onSplit: () => undefined,
    }
    ingest = openIngest(deps, openIngestGate())
  })
  afterAll(() => database.close())

  const comes = (body: object) => ingest(JSON.stringify(body), body)
  const sign = () =>
    database.db
      .selectFrom('agent_reactions')
      .select(['told', 'failure', 'busy_until', 'next_try_at'])
      .executeTakeFirstOrThrow()

  test('is not there, although its failure came before the answer to our call', async () => {
    await addAgent(writer, { email: 'ann@parley.example', password })
    const agent = await database.db.selectFrom('agents').select('id').executeTakeFirstOrThrow()
    const now = Math.floor(clock.now().getTime() / 1000)
    await comes(envelope({ messages: [text('256770000777', 'wamid.reacted', 'Hello', now)] }))
    const message = await database.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
    await react(writer, message.id, agent.id, '👍')

    const calls: string[] = []
    const adapter = whatsappAdapter({
      apiUrl: 'http://127.0.0.1:2',
      version: channel.apiVersion,
      phoneNumberId: channel.phoneNumberId,
      accessToken: channel.accessToken,
      fetch: async (_url, init) => {
        const body = typeof init?.body === 'string' ? init.body : ''
        const { biz_opaque_callback_data: opaque } = JSON.parse(body) as Record<string, string>
        calls.push(opaque ?? '')
        const errors = [{ code: 131047, title: 'Re-engagement message' }]
        await comes(statusWebhook('wamid.sign', 'failed', { biz_opaque_callback_data: opaque, errors }))
        return Response.json({ messages: [{ id: 'wamid.sign' }] })
      },
    })
    const troubles: unknown[] = []
    const reactions = startReactions({
      writer,
      adapterOf: () => adapter,
      onTrouble: error => troubles.push(error),
    })
    reactions.wake()
    await eventually('the call to be over', async () => {
      const row = await sign()
      return calls.length > 0 && row.busy_until === null
    })
    await reactions.close()
    expect(await sign()).toMatchObject({ told: '', next_try_at: null, failure: { code: '131047' } })
    expect(calls).toHaveLength(1)
    expect(troubles).toEqual([])
  })
})
