import type { Reminder } from '@parley/core/reminders/api'
import { maxSnoozeDays } from '@parley/core/conversations/constants'
import { reminderLimits } from '@parley/core/reminders/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/models/agent-client.ts'
import { disable } from '../../test/models/departure.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { tellReminders } from './tell.ts'

const hour = 3_600

describe('[Q-242] reminders', () => {
  let at: TestServer
  let ann: AgentClient
  let amy: AgentClient
  let ben: AgentClient
  let id: string
  let message: string
  let phones = 256_700_500_000
  const signIn = (name: string) =>
    AgentClient.signIn(at.server.app, at.url, `${name}@parley.example`, password)
  const join = async (name: string) => {
    await addAgent(at.server.writer, {
      email: `${name}@parley.example`,
      name,
      password,
      role: 'AGENT',
    })
    return signIn(name)
  }
  beforeAll(async () => {
    at = await startTestServer()
    ann = await signIn('ann')
    amy = await join('amy')
    ben = await join('ben')
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    phones += 1
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'When do you call?', 'Nakato'))
    id = (await ann.get('conversations', { query: { search: String(phones) } })).reply[0]?.id ?? ''
    message = (await ann.get('history', { params: { id } })).reply.messages[0]?.id ?? ''
  })

  const later = (seconds: number) => new Date(at.clock.now().getTime() + seconds * 1_000).toISOString()
  const ask = (by: AgentClient, body: object) => by.ask('remind', { params: { id: message }, body })
  const set = async (by: AgentClient, seconds: number, text = 'Call back') => {
    const { status, body } = await ask(by, { due_at: later(seconds), text })
    expect({ status, body }).toMatchObject({ status: 200 })
    return body as Reminder
  }
  const end = (by: AgentClient, { id: reminder }: Reminder) =>
    by.ask('endReminder', { params: { id: reminder } })
  const list = async (by = amy) => (await by.get('reminders', { params: { id } })).reply
  const own = (conversation: string, assignee: AgentClient) =>
    sql`update conversations set assignee_id = ${assignee.id} where id = ${conversation}`.execute(
      at.database.db,
    )
  /** Sessions end meanwhile. */
  const advance = async (seconds: number) => {
    at.clock.advance(seconds)
    ann = await signIn('ann')
    amy = await signIn('amy')
    ben = await signIn('ben')
  }
  const tell = () => tellReminders(at.server.writer)
  /** What an agent is told of reminders in this conversation. */
  const told = async (by: AgentClient) =>
    (await by.get('pollNotifications')).reply
      .filter(notice => notice.title.startsWith('Reminder') && notice.conversation_id === id)
      .map(({ title, message: words, message_id, read }) => ({ title, words, message_id, read }))

  test('every colleague sees a reminder at its message until it is done, and the conversation stays unchanged', async () => {
    const around = async () => ({
      thread: (await ann.get('history', { params: { id } })).reply,
      unread: (await ann.get('unreadStats')).reply,
      stored: (await sql`select * from conversations where id = ${id}`.execute(at.database.db)).rows,
      received: await at.simulator.received(`+${phones}`),
    })
    const before = await around()
    const due_at = later(hour)
    const reminder = await set(amy, hour, '  Call back ')
    expect(await around()).toEqual(before)
    expect(await list(ben)).toEqual([
      {
        id: reminder.id,
        conversation_id: id,
        message_id: message,
        agent: { id: amy.id, name: 'amy' },
        text: 'Call back',
        due_at,
      },
    ])
    const socket = await ann.connect()
    try {
      expect((await end(ben, reminder)).body).toEqual({ id: reminder.id })
      expect((await end(ben, reminder)).status).toBe(200)
      expect(await list()).toEqual([])
      await socket.reached((await ann.get('reminders', { params: { id } })).seq)
      const events = socket.events.filter(event => event.event === 'reminder')
      expect(events).toMatchObject([{ data: { id: reminder.id, conversation_id: id } }])
    } finally {
      socket.cut()
    }
  })

  test('an agent has one open reminder per message; another time or text changes it', async () => {
    const first = await set(amy, hour)
    expect(await set(amy, hour)).toEqual(first)
    expect(await set(amy, 2 * hour, '')).toEqual({ ...first, due_at: later(2 * hour), text: '' })
    const bens = await set(ben, hour)
    expect((await list()).map(one => one.id)).toEqual([bens.id, first.id])
    await end(amy, first)
    // A promise of its own.
    expect((await set(amy, hour)).id).not.toBe(first.id)
  })

  test.each([
    ['a time that is over', () => ({ due_at: later(-1) }), 'is not in the future'],
    ['this moment', () => ({ due_at: later(0) }), 'is not in the future'],
    [
      'a time too far away',
      () => ({ due_at: later((maxSnoozeDays + 1) * 24 * hour) }),
      `more than ${maxSnoozeDays} days`,
    ],
    ['no time', () => ({ due_at: 'tomorrow' }), 'invalid ISO datetime'],
    [
      'too many words',
      () => ({ due_at: later(hour), text: 'x'.repeat(reminderLimits.text + 1) }),
      'at most 200 characters',
    ],
  ])('%s is refused', async (_, body, why) => {
    const answer = await ask(amy, body())
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(why)
    expect(await list()).toEqual([])
  })

  test("at its time the author and the conversation's owner are notified, with a link to the message", async () => {
    const reminder = await set(amy, hour)
    await own(id, ben)
    await advance(hour - 1)
    await tell()
    expect([await told(amy), await told(ben)]).toEqual([[], []])
    await advance(1)
    await tell()
    await tell()
    const said = { words: 'Nakato: Call back', message_id: message, read: false }
    expect(await told(amy)).toEqual([{ title: 'Reminder', ...said }])
    expect(await told(ben)).toEqual([{ title: 'Reminder of amy', ...said }])
    expect(await list()).toMatchObject([{ id: reminder.id }])
    await end(ben, reminder)
    expect([await told(amy), await told(ben)]).toEqual([[], []])
  })

  test('a moved reminder notifies again; one that is done early does not', async () => {
    await set(amy, hour)
    await advance(hour)
    await tell()
    expect(await told(amy)).toHaveLength(1)
    await set(amy, hour, 'Call again')
    expect(await told(amy)).toEqual([])
    await advance(hour)
    await tell()
    expect(await told(amy)).toMatchObject([{ words: 'Nakato: Call again' }])
    await end(amy, await set(amy, hour))
    await advance(hour)
    await tell()
    expect(await told(amy)).toEqual([])
  })

  test('several processes notify once, and so does a process after days of downtime', async () => {
    await set(amy, hour)
    await own(id, ben)
    await advance(3 * 24 * hour)
    await Promise.all([tell(), tell(), tell()])
    expect([(await told(amy)).length, (await told(ben)).length]).toEqual([1, 1])
    const { rows } =
      await sql`select 1 from notifications where cause = 'reminder' and conversation_id = ${id}`.execute(
        at.database.db,
      )
    expect(rows).toHaveLength(2)
  })

  test('a process that stops midway has notified nobody, and the next one does', async () => {
    const { db } = at.database
    await set(amy, hour)
    await own(id, ben)
    await sql`create function stop() returns trigger language plpgsql as $$ begin
      if new.cause = 'reminder' and new.title <> 'Reminder' then raise exception 'stopped'; end if; return new;
      end $$`.execute(db)
    await sql`create trigger stop before insert on notifications for each row execute function stop()`.execute(
      db,
    )
    await advance(hour)
    await expect(tell()).rejects.toThrow('stopped')
    expect([await told(amy), await told(ben)]).toEqual([[], []])
    await sql`drop trigger stop on notifications`.execute(db)
    await tell()
    expect([(await told(amy)).length, (await told(ben)).length]).toEqual([1, 1])
  })

  test('an agent who may not see the conversation cannot set, end or see reminders, and is not notified', async () => {
    const settings = (colleague_conversations: string) =>
      ann.get('changeSettings', { body: { settings: { colleague_conversations } } })
    const bens = await set(ben, hour)
    await settings('supervisors')
    await own(id, amy)
    const socket = await ben.connect()
    try {
      for (const answer of [
        await ben.ask('reminders', { params: { id } }),
        await ask(ben, { due_at: later(hour) }),
        await end(ben, bens),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'session.forbidden' } })
      await set(amy, 2 * hour)
      await socket.reached((await amy.get('reminders', { params: { id } })).seq)
      expect(socket.events.filter(event => event.event === 'reminder')).toEqual([])
      await advance(hour)
      await tell()
      expect(await told(ben)).toEqual([])
      expect(await told(amy)).toMatchObject([{ title: 'Reminder of ben' }])
    } finally {
      socket.cut()
      await settings('everybody')
    }
  })

  test("a disabled account is not notified; the conversation's owner is", async () => {
    const name = `dora${unique()}`
    const dora = await join(name)
    await set(dora, hour)
    await own(id, ben)
    await disable(at.server.writer, `${name}@parley.example`)
    await advance(hour)
    await tell()
    expect(await told(ben)).toMatchObject([{ title: `Reminder of ${name}` }])
  })

  test("[Q-360] in the queue, supervisors are notified once of a disabled account's reminder, and the next owner later", async () => {
    const name = `lena${unique()}`
    const lena = await join(name)
    await set(lena, hour, 'Call back about the cheque')
    await disable(at.server.writer, `${name}@parley.example`)
    await advance(hour)
    await tell()
    await tell()
    const said = { title: `Reminder of ${name}`, words: 'Nakato: Call back about the cheque', read: false }
    expect([await told(ann), await told(ben)]).toMatchObject([[said], []])
    await own(id, ben)
    await tell()
    await tell()
    expect([await told(ann), await told(ben)]).toMatchObject([[said], [said]])
  })

  test('open reminders of a conversation are limited', async () => {
    const { db } = at.database
    await sql`insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, status)
      select ${id}, 'INBOUND', 'CUSTOMER', 'text', 'One', now(), now(), 'received'
      from generate_series(1, ${reminderLimits.ofConversation})`.execute(db)
    await sql`insert into reminders (conversation_id, message_id, agent_id, text, due_at, set_at)
      select conversation_id, id, ${amy.id}, '', ${later(hour)}, now() from messages
      where conversation_id = ${id} and id <> ${message}`.execute(db)
    expect(await ask(amy, { due_at: later(hour) })).toMatchObject({
      status: 409,
      body: { code: 'reminder.too-many' },
    })
    const [first] = await list()
    if (first === undefined) throw new Error('No reminder is open')
    await end(amy, first)
    await set(amy, hour)
  })

  test('an erased customer has no reminders, nobody is notified, and none can be set', async () => {
    const { reply: rows } = await amy.get('conversations', { query: { conversation_id: id } })
    const due = await set(amy, hour)
    await advance(hour)
    await tell()
    await set(ben, hour)
    const body = { confirm: `+${phones}`, reason: 'Asked for it' }
    await ann.ask('eraseCustomer', { params: { id: rows[0]?.user.id ?? '' }, body })
    expect([await list(), await told(amy)]).toEqual([[], []])
    await advance(hour)
    await tell()
    expect(await told(ben)).toEqual([])
    for (const answer of [await ask(amy, { due_at: later(hour) }), await end(amy, due)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'customer.erased' } })
    const { rows: left } =
      await sql`select 1 from reminders where conversation_id = ${id} and text <> ''`.execute(at.database.db)
    expect(left).toEqual([])
  })
})
