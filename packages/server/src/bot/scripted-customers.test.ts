import type { Provenance } from '@parley/core/applications/application'
import { dayOf } from '@parley/core/text/days'
import { pairPace } from '@parley/core/messages/delivery'
import { formCustomers } from '@parley/simulator/scenarios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { isLong } from '../../test/long.ts'
import { password, startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'

const dayMs = 86_400_000

describe('[Q-215] scripted customers who make every mistake once', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  const simulator = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${at.simulatorUrl}${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    return (await answer.json()) as T
  }

  /** Advances the clock by a minute if WhatsApp's limit for the customer is near. */
  const keepUp = async (number: string) => {
    const row = await at.database.db
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select('pair_owed_until')
      .where('customers.phone', '=', number)
      .executeTakeFirst()
    const owed = row?.pair_owed_until?.getTime() ?? 0
    if (owed > at.clock.now().getTime() + 30 * pairPace.everyMs) at.clock.advance(60)
  }

  const played = isLong ? formCustomers : formCustomers.slice(0, 1)
  test.each(played.map(customer => [customer.title, customer] as const))(
    '%s: the application equals what was said, field by field, each with the message that said it',
    async (_, { name, kind, number, lines }) => {
      await simulator('/scenarios/play', { name, speed: 1_000 })
      await eventually(
        'all of it to be played',
        async () => {
          await keepUp(number)
          const { playing } = await simulator<{ playing: object | null }>('/scenarios')
          return playing === null
        },
        120_000,
      )
      const heard = async () => (await at.simulator.received(number)).map(({ text }) => text ?? '')
      // Sessions expire as the clock advances, so the agent signs in here.
      const ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
      const list = kind === 'ipp' ? 'ippApplications' : 'libApplications'
      // The bot tells the customer the application's own number.
      const [conversation] = (await ann.get('conversations', { query: { search: number } })).reply
      const listed = (await ann.get(list, { query: { conversation_id: conversation?.id ?? '' } })).reply
      expect([listed.length, (await heard()).slice(-3)]).toEqual([1, expect.any(Array)])
      const id = listed[0]?.id ?? ''
      await eventually('the number to be told', async () =>
        (await heard()).at(-1)?.includes(`${kind.toUpperCase()}-${id}`),
      )

      const call = kind === 'ipp' ? 'ippApplication' : 'libApplication'
      const { reply } = await ann.get(call, { params: { id } })
      expect(reply.status).toBe('SUBMITTED')
      const form: unknown = reply.form_data
      const valueAt = (path: string) =>
        path.split('.').reduce<unknown>((whole, key) => (whole as Record<string, unknown>)[key], form)
      const sources: Readonly<Record<string, Provenance>> = reply.provenance
      const tomorrow = dayOf(new Date(Date.parse(reply.created_at) + dayMs), 'Africa/Kampala')
      const told = lines.filter(({ field }) => field !== undefined)
      for (const { writes, taps, field = '', value } of told) {
        expect([field, valueAt(field)]).toEqual([field, value === 'tomorrow' ? tomorrow : value])
        const message = await at.database.db
          .selectFrom('messages')
          .select('content')
          .where('id', '=', Number(sources[field]?.message_id))
          .executeTakeFirst()
        expect([field, message?.content]).toEqual([field, writes ?? taps])
        expect(sources[field]).toMatchObject({ source: 'message', conversation_id: reply.conversation_id })
      }
      // No other field has a source: skipped answers and withdrawn ones leave none.
      const others = Object.keys(sources).filter(
        path => !/^(declarations|attachments)\./.test(path) && !told.some(({ field }) => field === path),
      )
      expect(others).toEqual([])
      expect(reply.attachments.map(({ document_type: type }) => type)).toEqual(
        kind === 'ipp' ? ['ID_DOCUMENT', 'INCOME_PROOF'] : ['ID_DOCUMENT', 'INCOME_PROOF', 'MEDICAL_REPORT'],
      )
      if (kind === 'ipp') expect(sources).toHaveProperty(['declarations.information_is_true'])
    },
    180_000,
  )
})
