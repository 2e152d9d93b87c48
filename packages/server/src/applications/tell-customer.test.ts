import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addApplication, type NewApplication, seenOpen } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-207] notices to the customer of an application', () => {
  let at: TestServer
  let phone: string
  let conversationId: string
  beforeAll(async () => {
    at = await startTestServer({ businessAccountId: '100000000000002' })
    // The server asked before the simulator was there; what WhatsApp tells makes it ask again.
    await at.simulator.template('application_news', { quality: 'GREEN' })
    await eventually('the templates to be read', async () => {
      await writes(0)
      const { reply } = await at.ann.get('templates', { params: { id: conversationId } })
      return reply.templates.length > 0
    })
  })
  afterAll(() => at.close())
  beforeEach(() => writes(0))

  /** A customer who wrote so many seconds ago. */
  const writes = async (ago: number) => {
    phone = `25673${String((phones += 1)).padStart(7, '0')}`
    const wrote = Math.floor(at.clock.now().getTime() / 1000) - ago
    await at.webhook(envelope({ messages: [text(phone, `wamid.${unique()}`, 'Hello', wrote)] }))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    conversationId = reply[0]?.id ?? ''
  }
  const add = (more: Partial<NewApplication> = {}) =>
    addApplication(at.server.writer, { kind: 'ipp', conversationId, ...more })
  const set = (id: string, body: object, who = at.ann) =>
    who.ask('setIppApplicationStatus', { params: { id }, body: { despite: seenOpen, ...body } })
  const history = async (id: string) =>
    (await at.ann.get('ippApplication', { params: { id } })).reply.status_history
  const told = async () =>
    at.database.db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', Number(conversationId))
      .where('direction', '=', 'OUTBOUND')
      .orderBy('id')
      .execute()
  const speaks = (language: string) =>
    at.database.db
      .insertInto('bot_states')
      .values({
        conversation_id: Number(conversationId),
        state: JSON.stringify({ language }),
        updated_at: at.clock.now(),
      })
      .execute()
  const chooses = (application_template: string | null) =>
    at.ann.get('changeSettings', { body: { settings: { application_template } } })

  test.each([
    ['UNDER_REVIEW', {}, 'is being reviewed. We write to you here as soon as there is news.'],
    ['APPROVED', {}, 'Good news: your application IPP-# is approved.'],
    ['PENDING_DOCUMENTS', {}, 'Please send us here: ID document, Proof of income.'],
    [
      'REJECTED',
      { customer_words: ' Your income could not be confirmed. ' },
      'IPP-# was not accepted. Your income could not be confirmed.',
    ],
  ] as const)('%s is on the phone, in words, and the history leads to them', async (status, more, words) => {
    const id = await add()
    const { status: answered } = await set(id, { status, ...more })
    expect(answered).toBe(200)
    const [message, ...others] = await told()
    expect(others).toEqual([])
    expect(message?.content).toContain(words.replace('#', id))
    expect((await history(id)).at(-1)?.told).toEqual({
      message_id: String(message?.id),
      conversation_id: conversationId,
    })
    await eventually(
      'it to be on the phone',
      async () => (await at.simulator.received(`+${phone}`)).length === 1,
    )
  })

  test("the notice is in the customer's language", async () => {
    await speaks('sw')
    const id = await add()
    await set(id, { status: 'APPROVED' })
    expect((await told())[0]?.content).toBe(`Habari njema: ombi lako IPP-${id} limekubaliwa.`)
  })

  test('a notice is no reply: owner and wait stay', async () => {
    const row = () =>
      at.database.db
        .selectFrom('conversations')
        .select(['assignee_id', 'human_wait_started_at', 'owner_generation', 'status'])
        .where('id', '=', Number(conversationId))
        .executeTakeFirstOrThrow()
    const before = await row()
    expect(before.human_wait_started_at).not.toBeNull()
    const id = await add()
    await set(id, { status: 'UNDER_REVIEW' })
    expect(await row()).toEqual(before)
    expect(await told()).toMatchObject([{ source: 'SYSTEM', agent_id: null, response_time_seconds: null }])
    const { reply } = await at.ann.get('history', { params: { id: conversationId } })
    expect(reply.messages.at(-1)).toMatchObject({ sender_id: 'notice', sender_name: 'Automatic notice' })
    // What it says has answered nothing that an agent was about to answer.
    const seen = reply.messages.at(0)?.id
    const body = { content: 'Hello', client_message_id: unique(), seen_message_id: seen }
    expect((await at.brian.ask('send', { params: { id: conversationId }, body })).status).toBe(200)
  })

  test('a retried notice ends no wait either', async () => {
    const id = await add()
    await set(id, { status: 'UNDER_REVIEW' })
    const [notice] = await told()
    const messageId = notice?.id ?? 0
    await eventually('it to have left', async () => (await told())[0]?.status === 'delivered')
    await at.database.db
      .updateTable('messages')
      .set({ status: 'failed' })
      .where('id', '=', messageId)
      .execute()
    const retried = await at.ann.ask('retry', { params: { id: String(messageId) } })
    expect(retried.status).toBe(200)
    const { human_wait_started_at: wait } = await at.database.db
      .selectFrom('conversations')
      .select('human_wait_started_at')
      .where('id', '=', Number(conversationId))
      .executeTakeFirstOrThrow()
    expect(wait).not.toBeNull()
  })

  test('concurrent changes send one notice; a repeat, the same status and a status without news send none', async () => {
    const id = await add()
    const click = { status: 'APPROVED', version: 1, client_change_id: unique() }
    const answers = await Promise.all([
      set(id, click),
      set(id, { ...click, client_change_id: unique() }, at.brian),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await set(id, { status: 'APPROVED' })
    await set(id, { status: 'SUBMITTED' })
    await set(id, { status: 'DRAFT' })
    expect(await told()).toHaveLength(1)
    expect((await history(id)).slice(-3).map(one => one.told)).toEqual([null, null, null])
    const again = await add()
    const same = { status: 'APPROVED', client_change_id: unique() }
    await set(again, same)
    await set(again, same)
    expect(await told()).toHaveLength(2)
  })

  test('an agent may send no notice, and the history says so', async () => {
    const id = await add()
    await set(id, { status: 'REJECTED', tell_customer: false })
    expect(await told()).toEqual([])
    expect((await history(id)).at(-1)?.told).toEqual({ not: 'not-wanted' })
  })

  test.each([
    [null, 'no-template'],
    ['no_such_template', 'template-unknown'],
    ['payment_received', 'template-unfit'],
  ])('after the 24 hours with the template %s it is not told: %s', async (name, not) => {
    await writes(25 * 3600)
    await chooses(name)
    const id = await add()
    await set(id, { status: 'APPROVED' })
    expect(await told()).toEqual([])
    expect((await history(id)).at(-1)?.told).toEqual({ not })
  })

  test.each([
    [
      'en',
      (id: string) =>
        `News of your application IPP-${id}: Good news: your application IPP-${id} is approved. Reply`,
    ],
    [
      'sw',
      (id: string) => `Habari za ombi lako IPP-${id}: Habari njema: ombi lako IPP-${id} limekubaliwa. Jibu`,
    ],
    [
      'lg',
      (id: string) =>
        `News of your application IPP-${id}: Good news: your application IPP-${id} is approved. Reply`,
    ],
  ])('after the 24 hours the chosen template says it, for who writes %s', async (language, words) => {
    await writes(25 * 3600)
    await speaks(language)
    await chooses('application_news')
    const id = await add()
    await set(id, { status: 'APPROVED' })
    const [message] = await told()
    expect(message).toMatchObject({ message_type: 'template', source: 'SYSTEM' })
    expect(message?.content).toContain(words(id))
    await eventually(
      'it to be on the phone',
      async () => (await at.simulator.received(`+${phone}`)).length === 1,
    )
  })

  test('a customer with archived conversations only gets no notice', async () => {
    await at.database.db
      .updateTable('conversations')
      .set({ status: 'ARCHIVED' })
      .where('id', '=', Number(conversationId))
      .execute()
    const id = await add()
    await set(id, { status: 'APPROVED' })
    expect((await history(id)).at(-1)?.told).toEqual({ not: 'no-conversation' })
  })
})
