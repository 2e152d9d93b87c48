import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyKnowledge } from '@parley/core/knowledge/rules'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'

describe('[Q-205] a try of the bot', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    await at.database.db
      .updateTable('agents')
      .set({ role: 'SUPERVISOR' })
      .where('id', '=', Number(at.ann.id))
      .execute()
  })
  afterAll(() => at.close())

  const tried = async (texts: string[], drafts = false) =>
    (await at.ann.get('tryBot', { body: { texts, drafts } })).reply.turns

  test('says what was understood, what is named in it, and what the customer would hear', async () => {
    const [turn] = await tried(['I want to talk to a human being about UGX 50,000 please'])
    expect(turn).toMatchObject({
      intent: 'speak_to_agent',
      entities: { amount_ugx: [50_000] },
      language: 'en',
      handover: 'asked',
      answer: null,
    })
    expect(turn?.replies.map(({ text }) => text).join()).toMatch(/connecting you with a colleague/)
    const [swahili] = await tried(['Habari za asubuhi'])
    expect(swahili).toMatchObject({ language: 'sw', handover: null })
    expect(swahili?.replies[0]?.choices.length).toBeGreaterThan(2)
  })

  test('goes on from text to text, a form too, and ends where people take over', async () => {
    const turns = await tried(['hello', 'I want to apply for the individual pension plan', 'frob nik'])
    expect(turns).toHaveLength(3)
    expect(turns[1]?.replies.length).toBeGreaterThan(0)
    const lost = await tried(['vroom zak lipp', 'klem sud orr', 'hello'])
    expect(lost.map(({ handover }) => handover)).toEqual([null, 'not-understood'])
  })

  test('gives an answer that is not published only where drafts are asked for', async () => {
    const content = {
      ...emptyKnowledge,
      title: 'Umbrellas',
      topic: 'General',
      questions: { en: ['do you sell yellow umbrellas'], lg: [], sw: [] },
      answers: { en: 'We sell no umbrellas.', lg: '', sw: '' },
    }
    await at.ann.get('createKnowledgeAnswer', { body: { client_answer_id: unique(), content } })
    const asked = ['do you sell yellow umbrellas']
    expect((await tried(asked))[0]?.answer).toBeNull()
    const [turn] = await tried(asked, true)
    expect(turn).toMatchObject({ answer: 'Umbrellas', handover: null })
    expect(turn?.replies[0]?.text).toContain('We sell no umbrellas.')
  })

  test('leaves nothing behind, and is for supervisors', async () => {
    const rows = async () => {
      const counted = await sql<{ n: number }>`
        select (select count(*) from conversations) + (select count(*) from messages) + (select count(*) from applications)
          + (select count(*) from bot_states) + (select count(*) from unclear_texts) as n`.execute(
        at.database.db,
      )
      return Number(counted.rows[0]?.n)
    }
    const before = await rows()
    await tried(['hello', 'I want to apply for the individual pension plan', 'vroom zak lipp'])
    expect(await rows()).toBe(before)
    expect(await at.brian.ask('tryBot', { body: { texts: ['hello'], drafts: false } })).toMatchObject({
      status: 403,
    })
    expect(await at.ann.ask('tryBot', { body: { texts: [], drafts: false } })).toMatchObject({ status: 400 })
  })
})
