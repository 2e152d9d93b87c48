import { ippForm } from '@parley/core/application.fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApplication, type NewApplication } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { currentSeq } from '../live/log.ts'

let phones = 0

describe('[Q-241] the draft of a request to the customer', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  /** The conversation of a customer who wrote so many seconds ago. */
  const converse = async (ago = 0): Promise<string> => {
    const phone = `25675${String((phones += 1)).padStart(7, '0')}`
    const wrote = Math.floor(at.clock.now().getTime() / 1000) - ago
    await at.webhook(envelope({ messages: [text(phone, `wamid.${unique()}`, 'Hello', wrote)] }))
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    return reply[0]?.id ?? ''
  }
  const unfinished = { contact_details: { ...ippForm.contact_details, physical_address: null } }
  const add = (conversationId: string, more: Partial<NewApplication> = {}) =>
    addApplication(at.server.writer, {
      kind: 'ipp',
      conversationId,
      name: 'Nakato Prossy',
      form: unfinished,
      ...more,
    })
  const ask = (id: string, who = at.ann) => who.ask('ippApplicationRequest', { params: { id } })

  test('it has the first name, is in English by default, and is not sent', async () => {
    const conversationId = await converse()
    const id = await add(conversationId)
    const seq = await currentSeq(at.database.db)
    expect(await ask(id)).toMatchObject({
      status: 200,
      body: {
        conversation_id: conversationId,
        language: 'en',
        // The documents that are missing have a click of their own.
        text: `Hello Nakato, to go on with your application IPP-${id} we need from you:\n- Physical address`,
      },
    })
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test("it is in the customer's language", async () => {
    const conversationId = await converse()
    await at.database.db
      .insertInto('bot_states')
      .values({
        conversation_id: Number(conversationId),
        state: JSON.stringify({ language: 'sw' }),
        updated_at: at.clock.now(),
      })
      .execute()
    const id = await add(conversationId)
    expect(await ask(id)).toMatchObject({
      body: {
        language: 'sw',
        text: expect.stringMatching(`^Habari Nakato, ili tuendelee na ombi lako IPP-${id} `),
      },
    })
  })

  test('a customer whose name is a number is not greeted by it', async () => {
    const id = await add(await converse(), { name: '+256750000003' })
    expect(await ask(id)).toMatchObject({ body: { text: expect.stringMatching(/^To go on with /) } })
  })

  test('LIB applications have their own call', async () => {
    const id = await add(await converse(), { kind: 'lib' })
    const asked = await at.ann.ask('libApplicationRequest', { params: { id } })
    expect(asked).toMatchObject({ status: 200, body: { text: expect.stringContaining(`LIB-${id}`) } })
    expect(await ask(id)).toMatchObject({ status: 404, body: { code: 'application.not-found' } })
  })

  test('it is refused if there is nothing to ask for', async () => {
    const id = await add(await converse(), { form: {} })
    expect(await ask(id)).toMatchObject({
      status: 409,
      body: {
        code: 'application.nothing-to-ask',
        detail: 'There is nothing to ask the customer for',
      },
    })
  })

  test('after 24 hours it is refused with the reason', async () => {
    const id = await add(await converse(25 * 3600))
    expect(await ask(id)).toMatchObject({
      status: 409,
      body: {
        code: 'application.customer-not-asked',
        detail:
          'Not asked: The customer last wrote more than 24 hours ago, so WhatsApp accepts only templates',
      },
    })
  })

  test('an archived conversation is not chosen', async () => {
    const conversationId = await converse()
    const id = await add(conversationId)
    await at.database.db
      .updateTable('conversations')
      .set({ status: 'ARCHIVED' })
      .where('id', '=', Number(conversationId))
      .execute()
    expect(await ask(id)).toMatchObject({
      body: { code: 'application.customer-not-asked', detail: 'Not asked: there is no open conversation' },
    })
  })
})
