import type { IntentName } from '@parley/core/intent/api'
import { isSuggested } from '@parley/core/intent/rules'
import { intentNames } from '@parley/core/intent/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

describe('intents', () => {
  let at: TestServer
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer()
    await at.webhook(textWebhook('256700000001', 'wamid.1', 'Hello'))
    conversationId = (await at.ann.get('conversations')).reply[0]?.id ?? ''
  })
  afterAll(() => at.close())

  /**
   * Every row of every table, and the last id. Leaves out the positions of the roll-ups and the word index, which advance by
   * themselves.
   */
  const everything = async () => {
    const { db } = at.database
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not in ('report_state', 'search_state', 'search_words', 'message_words') order by 1`.execute(
      db,
    )
    const contents: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await sql`select t::text from ${sql.table(name)} t order by 1`.execute(db)
      contents[name] = rows
    }
    const { rows: ids } = await sql`select last_value from ids`.execute(db)
    return { ...contents, ids }
  }
  const execute = async (text: string) =>
    (await at.ann.get('executeIntent', { params: { id: conversationId }, body: { text } })).reply

  const recognised = async (text: string, context?: Record<string, unknown>) =>
    (await at.ann.get('recogniseIntent', { body: { text, context } })).reply

  test('[API-34 DATA-17] a text is recognised, with or without a context', async () => {
    const text = 'Status of my claim LF-20311 for UGX 50,000, call 0772 123 456'
    const entities = { amount_ugx: [50_000], phone_number: ['+256772123456'], reference: ['LF-20311'] }
    const alone = await recognised(text)
    expect(alone).toMatchObject({ intent: 'claim_status', entities })
    expect(isSuggested(alone.confidence)).toBe(true)
    expect(await recognised(text, { conversation_id: conversationId, history: [] })).toEqual(alone)
  })

  test.each<[string, IntentName]>([
    ['Good morning', 'greeting'],
    ['hw much is on my acc', 'check_balance'],
    ['Oli otya ssebo', 'greeting'],
    ['Habari za asubuhi', 'greeting'],
    ['webale nnyo', 'thanks'],
    ['nataka kuongea na mtu', 'speak_to_agent'],
  ])('[Q-203] %j means %s', async (text, intent) => {
    expect((await recognised(text)).intent).toBe(intent)
  })

  test.each(['', 'who won the match between arsenal and chelsea', '🙂', 'x'.repeat(4_000)])(
    '[Q-203] %j means none of the intents',
    async text => {
      expect(await recognised(text)).toEqual({ intent: null, confidence: 0, entities: {} })
    },
  )

  test('[Q-203] days, addresses and IDs are named too', async () => {
    const { entities } = await recognised('I come on 15/3/2026, ada@example.com, ID CM9001210ABC3D')
    expect(entities).toEqual({
      date: ['2026-03-15'],
      email: ['ada@example.com'],
      national_id: ['CM9001210ABC3D'],
    })
  })

  test('[API-35 DATA-17] a text is analysed for a conversation, with up to three suggestions', async () => {
    const { success, intent_result: result, response } = await execute('What is my balance?')
    expect(success).toBe(true)
    expect(result).toMatchObject({ intent: 'check_balance', entities: {} })
    expect(isSuggested(result.confidence)).toBe(true)
    expect(response.suggestions.map(({ text }) => text)).toEqual([
      'May I have your policy number, so that I can look up your balance?',
      'I am checking your balance now. One moment, please.',
      'Would you like a full statement as well?',
    ])
  })

  test.each(['Good morning', 'Thank you very much', 'Manchester won two nil'])(
    '[API-35 Q-203] for %j there is nothing to suggest',
    async text => {
      expect(await execute(text)).toEqual({
        success: true,
        intent_result: { intent: null, confidence: 0, entities: {} },
        response: { suggestions: [] },
      })
    },
  )

  test('[Q-094] analysing and collecting change nothing and send nothing', async () => {
    const before = await everything()
    await execute('Please pay UGX 50,000 to LF-20311 and change my address')
    await at.ann.get('recogniseIntent', { body: { text: 'What is my balance?' } })
    await at.ann.get('collectSlot', {
      params: { id: conversationId },
      query: { slot_name: 'amount_ugx', slot_value: '50,000' },
    })
    expect(await everything()).toEqual(before)
  })

  test('[API-36] the intents that can be recognised have a name and a label', async () => {
    const { reply } = await at.ann.get('availableIntents')
    expect(reply.map(intent => intent.name)).toEqual(intentNames)
    expect(reply).toContainEqual({ name: 'check_balance', label: 'Check Balance' })
  })

  test.each([
    ['amount_ugx', 'UGX 50,000', true, '50000'],
    ['amount_ugx', 'a lot', false, 'a lot'],
    ['phone_number', '0772 123 456', true, '+256772123456'],
    ['reference', 'lf-20311', true, 'LF-20311'],
    ['reference', 'it is lf-20311', false, 'it is lf-20311'],
    ['amount_ugx', '1.2m', true, '1200000'],
    ['amount_ugx', '75,000', true, '75000'],
    ['amount_ugx', '0', false, '0'],
    ['date', '15/3/2026', true, '2026-03-15'],
    ['email', 'Ada@Example.com', true, 'ada@example.com'],
    ['national_id', 'cm9001210abc3d', true, 'CM9001210ABC3D'],
  ])('[API-37] slot %s of %j: %s, %j', async (slot_name, given, success, slot_value) => {
    const { reply } = await at.ann.get('collectSlot', {
      params: { id: conversationId },
      query: { slot_name, slot_value: given },
    })
    expect(reply).toEqual({ success, slot_name, slot_value })
  })

  test('[API-37] another slot, or none, is refused by name', async () => {
    for (const query of [{ slot_name: 'colour', slot_value: 'red' }, { slot_value: 'red' }]) {
      expect(await at.ann.ask('collectSlot', { params: { id: conversationId }, query })).toMatchObject({
        status: 400,
        body: { fields: { slot_name: expect.any(String) } },
      })
    }
  })
})
