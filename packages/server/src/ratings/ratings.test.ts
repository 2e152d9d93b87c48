import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { Model, readRaw } from '../../test/models/figures-model.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { startTestBridge, type TestBridge } from '../channels/bridge.fixture.ts'
import { askForRating } from './ask.ts'

const minute = 60
const hour = 60 * minute
const question = 'How did we serve you? Choose from 5, very good, to 1, very bad.'
const why = 'Thank you. Would you like to say why? You need not.'
const titles = ['5 Very good', '4 Good', '3 Neither good nor bad', '2 Bad', '1 Very bad']

describe('[Q-213] the rating of a resolved conversation', () => {
  let at: TestServer
  let bridge: TestBridge
  let ann: AgentClient
  let signedInFor = 0
  let phones = 0
  let phone: string
  let id: string
  beforeAll(async () => {
    bridge = await startTestBridge()
    const { url, token } = bridge
    at = await startTestServer({ bridges: [{ id: 'web-chat', name: 'Web chat', url, token }] })
    ann = at.ann
  })
  afterAll(async () => {
    await at.close()
    await bridge.close()
  })

  /** Sessions expire within days. */
  const passes = async (time: number) => {
    at.clock.advance(time)
    signedInFor += time
    if (signedInFor < 5 * minute) return
    ann = await AgentClient.signIn(at.server.app, at.url, 'ann@parley.example', password)
    signedInFor = 0
  }
  const setting = (ask_for_rating: 'on' | 'off') =>
    at.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ ask_for_rating }) })
      .execute()
  const bot = (on: boolean) => at.database.db.updateTable('business_numbers').set({ bot_on: on }).execute()
  const seconds = () => Math.floor(at.clock.now().getTime() / 1000)
  const said = (words: string, time = seconds()) => text(phone, `wamid.${unique()}`, words, time)
  const pressed = (title: string, quoted: string | null, time = seconds()) => ({
    from: phone,
    id: `wamid.${unique()}`,
    timestamp: String(time),
    type: 'interactive',
    ...(quoted !== null && { context: { from: '256200000000', id: quoted } }),
    interactive: { type: 'list_reply', list_reply: { id: String(titles.indexOf(title)), title } },
  })
  const comes = async (...messages: object[]) => {
    expect(await at.webhook(envelope({ messages }))).toBe(200)
  }
  const row = async () => {
    const { reply } = await ann.get('conversations', { query: { conversation_id: id } })
    if (reply[0] === undefined) throw new Error(`No conversation of ${phone}`)
    return reply[0]
  }
  const stored = () =>
    at.database.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
  const set = (status: string) => ann.get('setConversationStatus', { params: { id }, body: { status } })
  const asks = () =>
    at.database.db
      .selectFrom('rating_asks')
      .select(['not_asked', 'asked_at', 'message_id', 'language', 'owner_id'])
      .where('conversation_id', '=', Number(id))
      .orderBy('id')
      .execute()
  /** Waits until every due question is decided: the server's own loop may be running. */
  const decided = () =>
    eventually('all that is due to be decided', async () => {
      while (await askForRating(at.server.writer));
      const { db } = at.database
      const due = await db
        .selectFrom('rating_asks')
        .select('id')
        .where('not_asked', 'is', null)
        .where('asked_at', 'is', null)
        .where('due_at', '<=', at.clock.now())
        .execute()
      return due.length === 0
    })
  const outcomes = async () => (await asks()).map(one => one.not_asked ?? (one.asked_at && 'asked'))
  const thread = async () => (await ann.get('history', { params: { id } })).reply.messages
  const saidByBot = async () => (await thread()).filter(one => one.source === 'BOT').map(one => one.content)
  const lines = async () => (await thread()).filter(one => one.source === 'SYSTEM').map(one => one.content)
  const ratings = () =>
    at.database.db
      .selectFrom('ratings')
      .leftJoin('messages', 'messages.id', 'ratings.reason_id')
      .select(['rating', 'owner_id', 'ratings.at', 'messages.content as reason'])
      .where('ratings.conversation_id', '=', Number(id))
      .orderBy('ratings.id')
      .execute()
  const heard = (of: RegExp, times = 1) =>
    eventually(`${phone} to hear ${String(of)}`, async () => {
      const all = (await at.simulator.received(`+${phone}`)).filter(one => of.test(one.text ?? ''))
      return all.length >= times && all.at(-1)
    })
  const notices = async () =>
    at.database.db
      .selectFrom('notifications')
      .select(['cause', 'read_at', 'updated_at'])
      .where('conversation_id', '=', Number(id))
      .where('dismissed_at', 'is', null)
      .orderBy('id')
      .execute()
  /** No work: nothing unread, no wait, no notice, no turn of the bot, and the conversation is resolved. */
  const sleeps = async (noticesBefore: unknown) => {
    expect(await row()).toMatchObject({ status: 'RESOLVED', unread_count: 0, with_bot: false })
    expect(await stored()).toMatchObject({ bot_from: null, human_wait_started_at: null })
    expect(await notices()).toEqual(noticesBefore)
  }
  const wakes = async () => {
    expect(await row()).toMatchObject({ status: 'ACTIVE', unread_count: 1 })
    expect((await stored()).human_wait_started_at).not.toBeNull()
  }
  const asked = async () => {
    await set('RESOLVED')
    await passes(minute)
    await decided()
    return heard(/How did we serve you/)
  }
  const claimed = () =>
    at.database.db
      .updateTable('conversations')
      .set({ assignee_id: Number(ann.id) })
      .where('id', '=', Number(id))
      .execute()
  /** A customer whose conversation Ann owns. */
  const served = async () => {
    phone = `25672${String((phones += 1)).padStart(7, '0')}`
    await comes(said('Is my premium paid?'))
    const { reply } = await ann.get('conversations', { query: { search: `+${phone}` } })
    id = reply[0]?.id ?? ''
    await claimed()
    await ann.get('markSeen', { params: { id }, body: {} })
  }
  beforeEach(async () => {
    await setting('on')
    await bot(false)
    await served()
    await passes(10)
  })

  test('asks the customer once, a minute later, with a list, as the bot', async () => {
    await set('RESOLVED')
    await passes(minute - 1)
    await decided()
    expect(await saidByBot()).toEqual([])
    await passes(1)
    await decided()
    await decided()
    expect(await saidByBot()).toEqual([question])
    const shown = await heard(/How did we serve you/)
    expect(shown).toMatchObject({ type: 'interactive', text: question })
    const message = (await thread()).find(one => one.source === 'BOT')
    expect(message?.details?.ask).toMatchObject({ kind: 'list', rows: titles.map(title => ({ title })) })
    expect(message?.response_time_seconds).toBeNull()
    expect(await asks()).toMatchObject([{ not_asked: null, language: 'en', owner_id: Number(ann.id) }])
    expect(await row()).toMatchObject({ status: 'RESOLVED', agent: { id: ann.id }, with_bot: false })
  })

  test('asks in the customer’s language', async () => {
    await at.database.db
      .insertInto('bot_states')
      .values({
        conversation_id: Number(id),
        state: JSON.stringify({ language: 'sw' }),
        updated_at: at.clock.now(),
      })
      .execute()
    await set('RESOLVED')
    await passes(minute)
    await decided()
    await heard(/Tulikuhudumia vipi/)
    await comes(pressed('5 Vizuri sana', null))
    await heard(/^Asante\. Ungependa/)
    expect(await ratings()).toMatchObject([{ rating: 5 }])
  })

  test('asks nobody where the workspace’s setting is off', async () => {
    await setting('off')
    await set('RESOLVED')
    expect(await asks()).toEqual([])
    await setting('on')
    await set('ACTIVE')
    await set('RESOLVED')
    await setting('off')
    await passes(minute)
    await decided()
    expect(await outcomes()).toEqual(['off'])
  })

  test.each<[string, string, () => Promise<unknown>]>([
    ['it was taken back', 'undone', () => set('ACTIVE')],
    ['it was archived', 'undone', () => set('ARCHIVED')],
    ['the customer wrote meanwhile', 'undone', () => comes(said('One more thing'))],
    [
      'they opted out',
      'opted-out',
      async () =>
        at.database.db
          .updateTable('customers')
          .set({ marketing_opt_out_at: at.clock.now() })
          .where('wa_id', '=', phone)
          .execute(),
    ],
    [
      'they cannot be reached',
      'unreachable',
      async () =>
        at.database.db
          .updateTable('conversations')
          .set({ unreachable: 'not-on-whatsapp', unreachable_at: at.clock.now() })
          .where('id', '=', Number(id))
          .execute(),
    ],
    [
      'the 24 hours are all but over',
      'window-closed',
      async () => {
        await passes(24 * hour - 10 * minute)
      },
    ],
  ])('not when %s', async (_, reason, happens) => {
    await set('RESOLVED')
    await happens()
    await passes(minute)
    await decided()
    expect(await outcomes()).toEqual([reason])
    expect(await saidByBot()).toEqual([])
  })

  test('asks once after an undone and repeated resolution, and not without a new message', async () => {
    await set('RESOLVED')
    await passes(minute - 10)
    await set('ACTIVE')
    await set('RESOLVED')
    await passes(10)
    await decided()
    expect(await saidByBot()).toEqual([])
    await passes(minute - 10)
    await decided()
    expect(await outcomes()).toEqual(['undone', 'asked'])
    await passes(hour)
    await set('ACTIVE')
    await set('RESOLVED')
    await passes(minute)
    await decided()
    expect(await outcomes()).toEqual(['undone', 'asked', 'nothing-written'])
  })

  test('asks at most once in 24 hours, over all conversations', async () => {
    await asked()
    await passes(23 * hour)
    await comes(said('And the certificate?'))
    await set('RESOLVED')
    await passes(minute)
    await decided()
    expect(await outcomes()).toEqual(['asked', 'asked-lately'])
    await passes(hour)
    await comes(said('And the receipt?'))
    await asked()
    expect(await outcomes()).toEqual(['asked', 'asked-lately', 'asked'])
  })

  test('a pressed choice is the rating, for the owner, and reopens nothing', async () => {
    const shown = await asked()
    const before = await notices()
    await at.simulator.tap(`+${phone}`, shown.id, '2')
    await eventually('the rating', async () => (await ratings()).length > 0)
    expect(await ratings()).toMatchObject([{ rating: 4, owner_id: Number(ann.id), reason: null }])
    expect(await lines()).toEqual(['Rated 4 of 5'])
    expect(await row()).toMatchObject({ rated: 4 })
    await sleeps(before)
    expect((await stored()).inbound_no).toBe(1)
    await heard(/Would you like to say why/)
    expect(await saidByBot()).toEqual([question, why])
  })

  test('the bot only says thanks, and does not process the answer', async () => {
    const shown = await asked()
    await bot(true)
    const before = await notices()
    await comes(pressed('3 Neither good nor bad', shown.id))
    await comes(said('It took a week'))
    await sleeps(before)
    expect(await ratings()).toMatchObject([{ rating: 3, reason: 'It took a week' }])
    expect(await saidByBot()).toEqual([question, why])
    // The next message is the bot's, which does not get the answer.
    await comes(said('menu'))
    await eventually('the bot to have heard it', async () => {
      const now = await stored()
      return now.with_bot && now.bot_from === null
    })
    expect(await saidByBot()).toHaveLength(3)
  })

  test('a late choice still counts, and reopens nothing', async () => {
    const shown = await asked()
    await passes(9 * 24 * hour)
    const before = await notices()
    await comes(pressed('2 Bad', shown.id))
    expect(await ratings()).toMatchObject([{ rating: 2 }])
    await sleeps(before)
  })

  test('a choice in a reopened conversation counts, without thanks', async () => {
    const shown = await asked()
    await comes(said('One more question'))
    await ann.get('markSeen', { params: { id }, body: {} })
    const before = await stored()
    await comes(pressed('5 Very good', shown.id))
    expect(await ratings()).toMatchObject([{ rating: 5 }])
    expect(await row()).toMatchObject({ status: 'ACTIVE', unread_count: 0 })
    expect((await stored()).human_wait_started_at).toEqual(before.human_wait_started_at)
    expect(await saidByBot()).toEqual([question])
  })

  test('two choices, also in one webhook, and a repeat are one rating', async () => {
    const shown = await asked()
    const [first, second] = [pressed('4 Good', shown.id), pressed('4 Good', shown.id)]
    await comes(first, second)
    await comes(first)
    await comes(second)
    expect(await ratings()).toMatchObject([{ rating: 4 }])
    expect(await lines()).toEqual(['Rated 4 of 5'])
    expect(await saidByBot()).toEqual([question, why])
  })

  test('each question has its own rating, whichever is answered first', async () => {
    const first = await asked()
    await passes(25 * hour)
    await comes(said('And the receipt?'))
    await asked()
    const second = await heard(/How did we serve you/, 2)
    await comes(pressed('2 Bad', second.id))
    await comes(pressed('5 Very good', first.id))
    expect(await ratings()).toMatchObject([{ rating: 2 }, { rating: 5 }])
    expect(await lines()).toEqual(['Rated 2 of 5', 'Rated 5 of 5'])
    expect(await saidByBot()).toEqual([question, question, why])
  })

  test('another rating within the hour replaces the first; later ones do not', async () => {
    const shown = await asked()
    await comes(pressed('4 Good', shown.id))
    const [{ at: first } = { at: null }] = await ratings()
    await passes(30 * minute)
    await comes(pressed('1 Very bad', shown.id))
    expect(await ratings()).toMatchObject([{ rating: 1, at: first }])
    expect(await lines()).toEqual(['Rated 1 of 5'])
    await passes(31 * minute)
    const before = await notices()
    await comes(pressed('5 Very good', shown.id))
    expect(await ratings()).toMatchObject([{ rating: 1 }])
    expect(await row()).toMatchObject({ rated: 1 })
    await sleeps(before)
    expect(await saidByBot()).toEqual([question, why])
  })

  test('a written rating with its reason gets thanks, and no question for the reason', async () => {
    await asked()
    const before = await notices()
    await comes(said('5 good service'))
    expect(await ratings()).toMatchObject([{ rating: 5, reason: '5 good service' }])
    expect(await lines()).toEqual(['Rated 5 of 5: good service'])
    expect(await saidByBot()).toEqual([question, 'Thank you.'])
    await sleeps(before)
  })

  test('the next text within a quarter of an hour is the reason, once', async () => {
    await asked()
    await comes(said('2'))
    await passes(14 * minute)
    const before = await notices()
    await comes(said('I waited for\ntwo days'))
    expect(await ratings()).toMatchObject([{ rating: 2, reason: 'I waited for\ntwo days' }])
    expect(await lines()).toEqual(['Rated 2 of 5: I waited for two days'])
    await sleeps(before)
    await comes(said('And nobody called'))
    await wakes()
  })

  test('rating and reason in one webhook are one answer', async () => {
    await asked()
    await comes(said('3'), said('it was slow'))
    expect(await ratings()).toMatchObject([{ rating: 3, reason: 'it was slow' }])
    expect(await saidByBot()).toEqual([question, 'Thank you.'])
    expect(await row()).toMatchObject({ status: 'RESOLVED', unread_count: 0 })
  })

  test.each([
    ['a question', 'Where is my claim?'],
    ['a wish for a person', 'I want to talk to a human being please'],
    ['something to be done', 'I want to withdraw my savings'],
    ['a figure of something else', '3 days ago I paid and it does not show'],
  ])('%s wakes the conversation, before a rating and after it', async (_, words) => {
    await asked()
    await comes(said(words))
    await wakes()
    expect(await ratings()).toEqual([])
    await served()
    await passes(10)
    await asked()
    await comes(said('4'))
    await comes(said(words))
    await wakes()
    expect(await ratings()).toMatchObject([{ rating: 4, reason: null }])
  })

  test('after any other message a number is no rating', async () => {
    await asked()
    await comes(said('Where is my claim?'))
    await set('RESOLVED')
    await comes(said('5'))
    expect(await row()).toMatchObject({ status: 'ACTIVE' })
    expect(await ratings()).toEqual([])
  })

  test('figures count it and list it, by agent too', async () => {
    const shown = await asked()
    await ann.get('send', { params: { id }, body: { client_message_id: unique(), content: 'Bye' } })
    await comes(pressed('2 Bad', shown.id))
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Kampala' }).format(at.clock.now())
    const range = { start_date: day, end_date: day }
    const model = new Model(await readRaw(at.database.db), 'Africa/Kampala', at.clock.now(), Number(ann.id))
    const { satisfaction } = (await ann.get('agentMetrics', { query: range })).reply.find(
      one => one.agent_id === ann.id,
    ) ?? { satisfaction: null }
    const expected = model.agentMetrics(range).find(one => one.agent_id === ann.id)?.satisfaction
    expect(satisfaction).not.toBeNull()
    expect(satisfaction).toBe(expected)
    const { reply } = await ann.get('countedRows', {
      query: { metric: 'agent_satisfaction', agent_id: ann.id, ...range },
    })
    const own = reply.rows.filter(one => one.conversation_id === id)
    expect(own).toMatchObject([{ value: 2 }])
  })

  test('on a channel without lists the choices are numbered text, and a number answers', async () => {
    const from = `v-${unique()}`
    const tell = async (words: string) => {
      const event = { kind: 'message', id: `m-${unique()}`, from, name: `Visitor ${from}`, text: words }
      const answer = await at.server.app.inject({
        method: 'POST',
        url: '/api/v1/channels/bridges/web-chat/events',
        headers: { authorization: `Bearer ${bridge.token}` },
        payload: { events: [event] },
      })
      expect(answer.statusCode).toBe(200)
    }
    await tell('Good morning, is it open today?')
    const { reply } = await ann.get('conversations', { query: { search: from } })
    id = reply[0]?.id ?? ''
    await claimed()
    await set('RESOLVED')
    await passes(minute)
    await decided()
    expect(await saidByBot()).toEqual([[question, '', ...titles].join('\n')])
    await passes(1)
    await tell('4')
    expect(await ratings()).toMatchObject([{ rating: 4 }])
    expect(await row()).toMatchObject({ status: 'RESOLVED', rated: 4 })
  })

  test('its text is erased with the customer’s', async () => {
    await asked()
    await comes(said('1 the lady was rude'))
    await at.database.db
      .updateTable('agents')
      .set({ role: 'ADMINISTRATOR' })
      .where('id', '=', Number(ann.id))
      .execute()
    const { user } = await row()
    const body = { confirm: `+${phone}`, reason: 'They asked for it' }
    expect(await ann.ask('eraseCustomer', { params: { id: user.id }, body })).toMatchObject({ status: 204 })
    const { db } = at.database
    const left = await db
      .selectFrom('messages')
      .select('content')
      .where('conversation_id', '=', Number(id))
      .where('content', '<>', '')
      .execute()
    expect(left).toEqual([])
    expect(await ratings()).toMatchObject([{ rating: 1, reason: '' }])
  })
})
