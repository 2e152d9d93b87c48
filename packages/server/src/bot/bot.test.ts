import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { channel, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

let phones = 0

describe('[Q-202] the bot', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
    const { db } = at.database
    await db.updateTable('agents').set({ status: 'AVAILABLE' }).execute()
    const here = { agent_id: Number(at.ann.id), process: 'test', seen_at: at.clock.now() }
    await db.insertInto('presence').values(here).execute()
  })
  afterAll(() => at.close())
  const turn = (on: boolean) => at.database.db.updateTable('business_numbers').set({ bot_on: on }).execute()
  beforeEach(() => turn(true))

  const newPhone = () => `25678${String((phones += 1)).padStart(7, '0')}`
  const now = () => Math.floor(at.clock.now().getTime() / 1000)
  const writes = async (phone: string, words: string, { time = now(), wamid = `wamid.${unique()}` } = {}) => {
    expect(await at.webhook(envelope({ messages: [text(phone, wamid, words, time)] }))).toBe(200)
    return wamid
  }
  const rowOf = async (phone: string) => {
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    const [row] = reply
    if (row === undefined) throw new Error(`No conversation of ${phone}`)
    return row
  }
  const said = async (phone: string) => {
    const { id } = await rowOf(phone)
    const { messages } = (await at.ann.get('history', { params: { id } })).reply
    return messages.filter(message => message.source === 'BOT')
  }
  const hears = (phone: string, words: string | RegExp) =>
    eventually(`${phone} to hear ${String(words)}`, async () =>
      (await at.simulator.received(phone)).find(message =>
        typeof words === 'string' ? message.text === words : words.test(message.text ?? ''),
      ),
    )
  const turnedTo = (phone: string, withBot: boolean) =>
    eventually(`the conversation to be ${withBot ? '' : 'not '}the bot’s`, async () => {
      const row = await rowOf(phone)
      return row.with_bot === withBot && row
    })
  const stored = async (phone: string) => {
    const { id } = await rowOf(phone)
    return at.database.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
  }
  const notices = async () => {
    const rows = await at.database.db
      .selectFrom('notifications')
      .select('conversation_id')
      .where('agent_id', '=', Number(at.ann.id))
      .execute()
    return rows.map(row => String(row.conversation_id))
  }

  test('who writes is answered by the bot with the menu, once, and nobody is told or waited for', async () => {
    const phone = newPhone()
    await writes(phone, 'Good morning')
    const heard = await hears(phone, /automatic assistant/)
    expect(heard.type).toBe('interactive')
    const row = await rowOf(phone)
    expect(row).toMatchObject({ with_bot: true, agent: null, last_message: { source: 'BOT' } })
    expect(await said(phone)).toHaveLength(1)
    expect((await stored(phone)).human_wait_started_at).toBeNull()
    expect(await notices()).not.toContain(row.id)
  })

  test('the same webhook again is answered once', async () => {
    const phone = newPhone()
    const wamid = await writes(phone, 'Good morning')
    await hears(phone, /automatic assistant/)
    await writes(phone, 'Good morning', { wamid })
    await writes(phone, 'help')
    await hears(phone, /connect you with a colleague/)
    expect(await said(phone)).toHaveLength(2)
  })

  test('who asks for a person waits in the queue from then on, which agents hear of, and the bot is silent', async () => {
    const phone = newPhone()
    await writes(phone, 'I want to talk to a human being please')
    await hears(phone, /connecting you with a colleague/)
    const row = await turnedTo(phone, false)
    expect(row.agent).toBeNull()
    expect((await stored(phone)).human_wait_started_at).not.toBeNull()
    expect(await notices()).toContain(row.id)
    const { rows } = await sql<{ reason: string; intent: string }>`
      select reason, intent from bot_handovers where conversation_id = ${row.id}`.execute(at.database.db)
    expect(rows).toEqual([{ reason: 'asked', intent: 'speak_to_agent' }])
    const before = (await said(phone)).length
    await writes(phone, 'Good morning')
    await writes(phone, 'menu')
    await writes(newPhone(), 'menu')
    expect(await said(phone)).toHaveLength(before)
  })

  test('an agent who takes it over has it, and what the bot still had to say stays unsaid', async () => {
    const phone = newPhone()
    await writes(phone, 'Good morning')
    await hears(phone, /automatic assistant/)
    const { id } = await rowOf(phone)
    // WhatsApp limits the number, so the bot's reply waits.
    await at.simulator.refuses(130429, 'refused', 3)
    await writes(phone, 'help')
    await eventually('the answer to wait', async () =>
      (await said(phone)).some(one => one.status === 'queued'),
    )
    await at.ann.get('acceptHandoff', { params: { id } })
    expect(await rowOf(phone)).toMatchObject({ with_bot: false, agent: { id: at.ann.id } })
    // It may have been in flight at the takeover, and fail only when WhatsApp rejects it.
    const unsaid = await eventually('the answer to stay unsaid', async () =>
      (await said(phone)).find(one => one.status === 'failed'),
    )
    expect(unsaid.failure).toMatchObject({ code: 'taken-over' })
    await at.simulator.clearFaults()
    await at.ann.get('send', { params: { id }, query: { content: 'Ann here' } })
    at.clock.advance(60)
    await hears(phone, 'Ann here')
    const words = (await at.simulator.received(phone)).map(message => message.text)
    expect(words.filter(word => /I answer questions/.test(word ?? ''))).toEqual([])
    // Ann returns the conversation to the bot, which greets the customer again.
    await at.ann.get('handToBot', { params: { id } })
    expect(await rowOf(phone)).toMatchObject({ with_bot: true, agent: null })
    await writes(phone, 'Good morning')
    await eventually(
      'to be greeted again',
      async () =>
        (await at.simulator.received(phone)).filter(one => /automatic assistant/.test(one.text ?? ''))
          .length === 2,
    )
  })

  test('an agent who writes into it has taken it from the bot', async () => {
    const phone = newPhone()
    await writes(phone, 'Good morning')
    await hears(phone, /automatic assistant/)
    const { id } = await rowOf(phone)
    await at.ann.get('send', { params: { id }, query: { content: 'Let me look' } })
    expect((await rowOf(phone)).with_bot).toBe(false)
  })

  test('what waits for a person is answered at once when it is given to the bot; what somebody else has is not given', async () => {
    const phone = newPhone()
    await turn(false)
    await writes(phone, 'Good morning')
    const { id } = await rowOf(phone)
    expect((await rowOf(phone)).with_bot).toBe(false)
    expect(await at.ann.ask('handToBot', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'bot.off' },
    })
    await turn(true)
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    expect(await at.brian.ask('handToBot', { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'assignment.taken' },
    })
    await at.ann.get('handToBot', { params: { id } })
    await hears(phone, /automatic assistant/)
    expect((await stored(phone)).human_wait_started_at).toBeNull()
  })

  test('[Q-212] who asked for a person and is given back is not given to people again; what was written since is answered', async () => {
    const phone = newPhone()
    await writes(phone, 'I want to talk to a human being please')
    const { id } = await turnedTo(phone, false)
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    await at.ann.get('handToBot', { params: { id } })
    await writes(newPhone(), 'menu')
    expect(await rowOf(phone)).toMatchObject({ with_bot: true, agent: null })
    expect(await said(phone)).toHaveLength(1)

    const other = newPhone()
    await writes(other, 'I want to talk to a human being please')
    const { id: second } = await turnedTo(other, false)
    await writes(other, 'Good morning')
    await at.ann.get('handToBot', { params: { id: second } })
    await hears(other, /automatic assistant/)
    expect(await rowOf(other)).toMatchObject({ with_bot: true })
  })

  test('what was resolved is the bot’s again when the customer writes, and its owner hears nothing', async () => {
    const phone = newPhone()
    await turn(false)
    await writes(phone, 'Good morning')
    const { id } = await rowOf(phone)
    await at.ann.get('assign', { params: { id }, body: { agent_id: at.ann.id } })
    await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    await turn(true)
    await writes(phone, 'thank you so much')
    await hears(phone, /You are welcome/)
    expect(await rowOf(phone)).toMatchObject({ with_bot: true, agent: null, status: 'ACTIVE' })
    const changes = await at.database.db
      .selectFrom('owner_changes')
      .select(['from_id', 'to_id'])
      .where('conversation_id', '=', Number(id))
      .orderBy('id')
      .execute()
    expect(changes.at(-1)).toEqual({ from_id: Number(at.ann.id), to_id: null })
  })

  test('what is an hour old is not answered but goes to people', async () => {
    const phone = newPhone()
    await writes(phone, 'Good morning', { time: now() - 3_600 })
    await turnedTo(phone, false)
    expect(await said(phone)).toEqual([])
    expect((await stored(phone)).human_wait_started_at).not.toBeNull()
    const young = newPhone()
    await writes(young, 'Good morning', { time: now() - 3_500 })
    await hears(young, /automatic assistant/)
  })

  test('several messages at once are answered in their order, until people take over', async () => {
    const phone = newPhone()
    const messages = ['Good morning', 'I want to talk to a human being please', 'menu'].map(words =>
      text(phone, `wamid.${unique()}`, words, now()),
    )
    expect(await at.webhook(envelope({ messages }))).toBe(200)
    await turnedTo(phone, false)
    const answers = await said(phone)
    expect(answers.map(one => one.content.slice(0, 5))).toEqual(['Hello', 'I am '])
  })

  test('turned off, it gives everything it has to people; who waits for nothing waits for nobody', async () => {
    const [quiet, waiting] = [newPhone(), newPhone()]
    await writes(quiet, 'Good morning')
    await hears(quiet, /automatic assistant/)
    await writes(waiting, 'Good morning')
    await hears(waiting, /automatic assistant/)
    const { id } = await rowOf(waiting)
    // As if the bot had not read it yet.
    await sql`update conversations set bot_from = (select max(id) from messages where conversation_id = ${id} and source = 'CUSTOMER')
      where id = ${id}`.execute(at.database.db)
    const asked = { params: { number: channel.phoneNumberId }, body: { bot_on: false } }
    expect(await at.brian.ask('setBotNumber', asked)).toMatchObject({ status: 403 })
    const { reply } = await at.ann.get('setBotNumber', asked)
    expect(reply).toEqual([{ id: channel.phoneNumberId, name: null, bot_on: false, conversations: 0 }])
    expect((await stored(quiet)).human_wait_started_at).toBeNull()
    expect((await rowOf(quiet)).with_bot).toBe(false)
    const unknown = { params: { number: 'nowhere' }, body: { bot_on: true } }
    expect(await at.ann.ask('setBotNumber', unknown)).toMatchObject({
      status: 404,
      body: { code: 'bot.no-such-number' },
    })
  })
})
