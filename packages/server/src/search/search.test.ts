import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchReply } from '@parley/core/search/api'
import type { Marked } from '@parley/core/search/finding'
import { AgentClient } from '../../test/models/agent-client.ts'
import { addApplication } from '../../test/models/applications.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text, textWebhook } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'
import { DiskStore } from '../attachments/store.ts'
import { retain } from '../personal-data/retention.ts'

const shown = (parts: Marked) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')
const nakato = '256772123456'
const okello = '256700000018'
/** In seconds, a minute apart. */
const minute = (n: number) => 1_772_441_400 + n * 60
const at0 = (n: number) => new Date(minute(n) * 1000).toISOString()

describe('[Q-220] search', () => {
  let at: TestServer
  let cleo: AgentClient
  const conversation = { nakato: '', okello: '' }
  let ticket = { id: '', number: '' }
  let application = ''

  const search = async (query: Record<string, string>, by = at.ann): Promise<SearchReply> =>
    (await by.get('search', { query })).reply
  const excerpts = (reply: SearchReply) => reply.messages?.hits.map(hit => shown(hit.excerpt))
  /** Resolves once the word index includes all events. */
  const followed = () =>
    eventually('the words to be followed', async () => {
      const { rows } = await sql<{ done: boolean }>`
        select s.seq = c.seq and s.older_than = 0 as done from search_state s, live_clock c`.execute(
        at.database.db,
      )
      return rows[0]?.done
    })
  const idOf = async (phone: string) =>
    (await at.ann.get('conversations', { query: { search: `+${phone}` } })).reply[0]?.id ?? ''

  beforeAll(async () => {
    at = await startTestServer()
    const { writer, app } = at.server
    await addAgent(writer, { email: 'cleo@parley.example', password, department: 'Life' })
    const frank = await addAgent(writer, { email: 'frank@parley.example', password, department: 'Claims' })
    cleo = await AgentClient.signIn(app, at.url, 'cleo@parley.example', password)
    const said = [
      text(nakato, 'wamid.n1', 'Good evening. My policy LF-20931 says pending but I have paid', minute(1)),
      text(nakato, 'wamid.n2', 'Is my payment in? Call 0772 999 888', minute(2)),
      text(nakato, 'wamid.n3', 'Both payments are pending', minute(3)),
    ]
    await at.webhook(
      envelope({ contacts: [{ wa_id: nakato, profile: { name: 'Nakato Prossy' } }], messages: said }),
    )
    await at.webhook(
      envelope({
        contacts: [{ wa_id: okello, profile: { name: 'Okello Ismail' } }],
        messages: [text(okello, 'wamid.o1', 'The claim payment is pending', minute(4))],
      }),
    )
    conversation.nakato = await idOf(nakato)
    conversation.okello = await idOf(okello)
    const { reply } = await at.ann.get('createTicket', {
      body: {
        conversation_id: conversation.nakato,
        title: 'MTN payment not matched',
        description: 'They paid twice',
      },
    })
    ticket = { id: reply.id, number: reply.ticket_number }
    await at.ann.get('updateTicket', {
      params: { id: reply.id },
      body: { agent_notes: 'Bank reference QX7719', version: 1 },
    })
    const note = { client_note_id: 'n1', text: 'Is ZX4410 in the file of last night?' }
    await at.ann.get('addNote', { params: { id: conversation.okello }, body: note })
    await at.ann.get('changeCustomerNote', {
      params: { id: conversation.okello },
      body: { version: 0, text: 'Speaks Lugbara, call WX3301 first' },
    })
    await at.ann.get('createIssue', {
      body: { conversation_id: conversation.okello, title: 'Payment portal is down', category: 'PAYMENTS' },
    })
    application = await addApplication(writer, {
      kind: 'ipp',
      conversationId: conversation.nakato,
      name: 'Prossy Nakato Applicant',
      idNumber: 'CM90012345ABCD',
    })
    await sql`update customers set customer_number = 'CIF-55012' where phone = ${`+${okello}`}`.execute(
      at.database.db,
    )
    await sql`update conversations set assignee_id = ${frank} where id = ${Number(conversation.okello)}`.execute(
      at.database.db,
    )
    await at.ann.get('setConversationStatus', {
      params: { id: conversation.okello },
      body: { status: 'DORMANT' },
    })
    await followed()
  })
  afterAll(() => at.close())

  test.each([
    ['payment pending', ['The claim [payment] is [pending]', 'Both [payments] are [pending]']],
    [
      'payments',
      [
        'The claim [payment] is pending',
        'Both [payments] are pending',
        'Is my [payment] in? Call 0772 999 888',
      ],
    ],
    ['"claim payment"', ['The [claim payment] is pending']],
    ['"payment claim"', []],
    ['20931', ['Good evening. My policy LF-[20931] says pending but I have paid']],
    ['LF-209', ['Good evening. My policy [LF-20931] says pending but I have paid']],
    ['olic', ['Good evening. My [policy] LF-20931 says pending but I have paid']],
    ['+256 772 999888', ['Is my payment in? Call [0772 999 888]']],
    ['nobody said this', []],
    ["it's; drop' & |!():*", []],
  ])('messages that have %j', async (q, wanted) => {
    const reply = await search({ q, kinds: 'messages' })
    expect(excerpts(reply)).toEqual(wanted)
    expect(reply).toMatchObject({
      people: null,
      tickets: null,
      notes: null,
      issues: null,
      applications: null,
    })
    expect(reply.messages).toMatchObject({ count: wanted.length, more: false, next: null })
  })

  test('a hit says whose conversation it is in, when it was and who wrote it', async () => {
    const { messages } = await search({ q: 'claim payment' })
    expect(messages?.hits[0]).toMatchObject({
      conversation_id: conversation.okello,
      conversation_status: 'DORMANT',
      customer_name: 'Okello Ismail',
      phone_number: `+${okello}`,
      at: at0(4),
      source: 'CUSTOMER',
      by: null,
    })
    expect(messages).toMatchObject({ count: 1, conversations: 1 })
  })

  test.each([
    ['prossy', ['Nakato [Prossy]'], ['+256 772 123 456']],
    ['0772123', ['Nakato Prossy'], ['[+256 772 123 456]']],
    ['256 772 123', ['Nakato Prossy'], ['[+256 772 123 456]']],
    ['CIF-55012', ['Okello Ismail'], ['+256 700 000 018']],
    ['nobody', [], []],
  ])('people by %j', async (q, names, phones) => {
    const { people } = await search({ q, kinds: 'people' })
    expect(people?.hits.map(hit => shown(hit.name))).toEqual(names)
    expect(people?.hits.map(hit => shown(hit.phone ?? []))).toEqual(phones)
  })

  test('[Q-320] names and words are found in whatever letters they are typed and stored', async () => {
    const phone = '256720000099'
    await at.webhook(textWebhook(phone, 'wamid.f1', 'Ng’ombe zange, Jose\u0301', 'Ícaro O’Łukasz'))
    await followed()
    const id = await idOf(phone)
    for (const q of ['icaro', "o'lukasz", 'ÍCARO', 'I\u0301caro o‘lu', '\u202a+256 (0)720‑000‑099\u202c']) {
      expect((await search({ q, kinds: 'people' })).people?.hits.map(hit => hit.phone_number)).toEqual([
        `+${phone}`,
      ])
      const rows = (await at.ann.get('conversations', { query: { search: q } })).reply
      expect(rows.map(row => row.id)).toEqual([id])
    }
    expect(excerpts(await search({ q: "ng'ombe josé" }))).toEqual(['[Ng’ombe] zange, [Jose\u0301]'])
    const byText = (await at.ann.get('conversations', { query: { search: "NG'OMBE zange, josé" } })).reply
    expect(byText.map(row => row.id)).toEqual([id])
    await at.webhook(textWebhook('256720000098', 'wamid.f2', '🙏'.repeat(2), '\u3164\u200b'))
    await at.webhook(textWebhook('256720000097', 'wamid.f3', 'Hello', '\u202eotakaN\u202c'))
    const named = async (number: string) =>
      (await at.ann.get('conversations', { query: { search: number } })).reply.map(row => row.user.name)
    expect(await named('+256720000098')).toEqual([null])
    expect(await named('+256720000097')).toEqual(['otakaN'])
    const copied = ticket.number.replace('-', '‑')
    expect((await search({ q: copied })).tickets?.hits.map(hit => hit.id)).toEqual([ticket.id])
    const { reply: listed } = await at.ann.get('ticketList', { query: { search: `\u2068${copied}\u2069` } })
    expect(listed.map(row => row.id)).toEqual([ticket.id])
  })

  test('tickets, notes, issues and applications, by any part of their words and by what people call them', async () => {
    const byTitle = await search({ q: 'payment' })
    expect(byTitle.tickets?.hits).toMatchObject([{ id: ticket.id, conversation_id: conversation.nakato }])
    expect(byTitle.tickets?.hits.map(hit => shown(hit.title))).toEqual(['MTN [payment] not matched'])
    expect(byTitle.issues?.hits.map(hit => shown(hit.title))).toEqual(['[Payment] portal is down'])
    const no = String(Number(ticket.number.slice(4)))
    for (const q of [ticket.number, `tck ${no}`, `tck${no}`]) {
      const { tickets } = await search({ q, kinds: 'tickets' })
      expect(tickets?.hits.map(hit => shown(hit.number))).toEqual([`[${ticket.number}]`])
    }
    const { notes } = await search({ q: 'qx77', kinds: 'notes' })
    expect(notes?.hits).toMatchObject([{ on: 'ticket', on_id: ticket.id, reference: ticket.number }])
    expect(notes?.hits.map(hit => shown(hit.excerpt))).toEqual(['Bank reference [QX7719]'])
    const { notes: internal } = await search({ q: 'zx44 file', kinds: 'notes' })
    expect(internal?.hits).toMatchObject([{ on: 'conversation', on_id: conversation.okello, by: 'ann' }])
    const { notes: known } = await search({ q: 'lugbara wx33', kinds: 'notes' })
    expect(known?.hits).toMatchObject([{ on: 'customer', conversation_id: conversation.okello, by: 'ann' }])
    expect(known?.hits.map(hit => shown(hit.excerpt))).toEqual(['Speaks [Lugbara], call [WX3301] first'])
    for (const q of [`ipp${application}`, `IPP-${application}`, 'Applicant', 'CM9001']) {
      const { applications } = await search({ q, kinds: 'applications' })
      expect(applications?.hits).toMatchObject([{ id: application, kind: 'ipp' }])
    }
    expect((await search({ q: `LIB-${application}` })).applications?.hits).toEqual([])
  })

  test('filters: dates, who has the conversation, its status, who wrote', async () => {
    const count = async (query: Record<string, string>) =>
      (await search({ q: 'payment', ...query })).messages?.count
    expect(await count({ from: at0(3) })).toBe(2)
    expect(await count({ to: at0(3) })).toBe(1)
    expect(await count({ from: at0(3), to: at0(4) })).toBe(1)
    expect(await count({ status: 'DORMANT' })).toBe(1)
    expect(await count({ agent: 'none' })).toBe(2)
    expect(await count({ agent: cleo.id })).toBe(0)
    expect(await count({ agent: 'nobody' })).toBe(0)
    expect(await count({ written_by: 'CUSTOMER' })).toBe(3)
    expect(await count({ written_by: 'AGENT' })).toBe(0)
    const { tickets, issues, people } = await search({ q: 'payment', status: 'DORMANT' })
    expect([tickets?.count, issues?.count, people?.count]).toEqual([0, 1, 0])
  })

  test('[Q-229] in one conversation alone: its messages and notes, page by page', async () => {
    const within = (q: string, id: string, others: Record<string, string> = {}) =>
      search({ q, conversation: id, kinds: 'messages,notes', ...others })
    const all = await within('payment', conversation.nakato)
    expect(excerpts(all)).toEqual(['Both [payments] are pending', 'Is my [payment] in? Call 0772 999 888'])
    expect(all.messages).toMatchObject({ count: 2, more: false, conversations: 1 })
    expect((await within('QX7719', conversation.nakato)).notes?.hits.map(hit => hit.on)).toEqual(['ticket'])
    const first = await within('payment', conversation.nakato, { limit: '1' })
    const rest = await within('payment', conversation.nakato, { before: first.messages?.next ?? '' })
    expect(excerpts(rest)).toEqual(['Is my [payment] in? Call 0772 999 888'])
    const noted = await within('ZX4410', conversation.okello)
    expect(noted.notes?.hits.map(hit => hit.on)).toEqual(['conversation'])
    expect((await within('ZX4410', conversation.nakato)).notes?.count).toBe(0)
    for (const id of ['999999', 'nobody']) {
      const none = await search({ q: 'payment', conversation: id })
      expect([none.messages?.count, none.notes?.count, none.people?.count]).toEqual([0, 0, 0])
    }
  })

  test('page by page, newest first, each once', async () => {
    const seen: string[] = []
    let before: string | null | undefined
    do {
      const more = before === undefined ? {} : { before: before ?? '' }
      const { messages } = await search({ q: 'p', limit: '1', kinds: 'messages', ...more })
      const all = await search({ q: 'pa', limit: '1', kinds: 'messages', ...more })
      expect(messages?.hits).toEqual([])
      seen.push(...(all.messages?.hits.map(hit => hit.at) ?? []))
      before = all.messages?.next
    } while (before !== null)
    expect(seen).toEqual([at0(4), at0(3), at0(2), at0(1)])
  })

  test.each([
    [{ q: '…' }, 'q', 'must have a letter or a digit'],
    [{}, 'q', 'must have a letter or a digit'],
    [{ q: 'x', before: 'yesterday' }, 'before', 'must be what an answer said as next'],
    [{ q: 'x', kinds: 'messages,files' }, 'kinds', 'must be of messages, people'],
    [{ q: 'x', status: 'OPEN' }, 'status', ''],
    [{ q: 'x', from: 'yesterday' }, 'from', ''],
    [{ q: 'x'.repeat(201) }, 'q', ''],
  ])('%j is refused by the name of what is wrong', async (query, field, sentence) => {
    const answer = await at.ann.ask('search', { query })
    const { fields } = answer.body as { fields: Record<string, string> }
    expect(answer.status).toBe(400)
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toContain(sentence)
  })

  test('who may not see the conversations of another department finds nothing of them, and they are not counted', async () => {
    await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
    try {
      const reply = await search({ q: 'payment' }, cleo)
      expect(excerpts(reply)).toEqual([
        'Both [payments] are pending',
        'Is my [payment] in? Call 0772 999 888',
      ])
      expect(reply.messages).toMatchObject({ count: 2, conversations: 1 })
      expect([reply.tickets?.count, reply.issues?.count]).toEqual([1, 0])
      expect((await search({ q: 'okello' }, cleo)).people?.count).toBe(0)
      const within = await search({ q: 'payment', conversation: conversation.okello }, cleo)
      expect([within.messages?.count, within.notes?.count]).toEqual([0, 0])
      expect((await search({ q: 'okello' })).people?.count).toBe(1)
      expect((await search({ q: 'WX3301' }, cleo)).notes?.count).toBe(0)
      // An agent who sees one conversation of a customer sees the customer's notes, once.
      await sql`insert into conversations (customer_id, status, created_at, updated_at, last_activity, phone_number_id)
        select customer_id, 'ARCHIVED', created_at, updated_at, last_activity - interval '1 day', phone_number_id
        from conversations where id = ${Number(conversation.okello)}`.execute(at.database.db)
      expect((await search({ q: 'WX3301' })).notes?.hits).toMatchObject([
        { conversation_id: conversation.okello },
      ])
      const { notes } = await search({ q: 'WX3301' }, cleo)
      expect(notes?.count).toBe(1)
      expect(notes?.hits[0]?.conversation_id).not.toBe(conversation.okello)
      await sql`delete from conversations where status = 'ARCHIVED'`.execute(at.database.db)
    } finally {
      await at.ann.get('changeSettings', { body: { settings: { colleague_conversations: 'everybody' } } })
    }
  })

  test('what was there before anybody followed the log is found, and what agents send', async () => {
    const { db } = at.database
    await sql`truncate message_words, search_words`.execute(db)
    await sql`update search_state set older_than = (select max(id) + 1 from messages)`.execute(db)
    await at.ann.get('send', {
      params: { id: conversation.nakato },
      body: { client_message_id: unique(), content: 'Zebra crossings are safe' },
    })
    await followed()
    const { messages } = await search({ q: 'zebra' })
    expect(messages?.hits).toMatchObject([{ source: 'AGENT', by: expect.any(String) }])
    expect((await search({ q: 'payment' })).messages?.count).toBe(3)
  })

  test('an edited message is found by its newest words, one that was taken back by none', async () => {
    const phone = '256720000077'
    await at.webhook(textWebhook(phone, 'wamid.e1', 'An aardvark', 'Editor'))
    await at.webhook(textWebhook(phone, 'wamid.e2', 'A platypus', 'Editor'))
    await followed()
    expect((await search({ q: 'aardvark' })).messages?.count).toBe(1)
    const changes = [
      {
        type: 'edit',
        edit: { original_message_id: 'wamid.e1', message: { type: 'text', text: { body: 'An ocelot' } } },
      },
      { type: 'revoke', revoke: { original_message_id: 'wamid.e2' } },
    ].map((change, n) => ({ ...change, from: phone, id: `wamid.e-change-${n}`, timestamp: '1772441950' }))
    expect(await at.webhook(envelope({ messages: changes }))).toBe(200)
    expect((await search({ q: 'aardvark' })).messages?.hits).toEqual([])
    expect((await search({ q: 'platypus' })).messages?.hits).toEqual([])
    await followed()
    expect(excerpts(await search({ q: 'ocelot' }))).toEqual(['An [ocelot]'])
    expect((await search({ q: 'aardvark' })).messages?.count).toBe(0)
    expect((await search({ q: 'platypus' })).messages?.count).toBe(0)
    expect(await known('aardvark', 'platypus', 'ocelot', 'an')).toEqual({ an: 1, ocelot: 1 })
  })

  /** The number of messages with each word. */
  const known = async (...words: string[]) => {
    const { rows } = await sql<{ word: string; messages: number }>`
      select word, messages from search_words where word = any(${words}::text[]) order by word`.execute(
      at.database.db,
    )
    return Object.fromEntries(rows.map(({ word, messages }) => [word, messages]))
  }

  test('nothing of an erased customer is found, and none of their words stays', async () => {
    const phone = '256720000078'
    await at.webhook(textWebhook(phone, 'wamid.x1', 'My quokka pays', 'Wombat Erasable'))
    await followed()
    expect(await known('quokka', 'pays')).toEqual({ quokka: 1, pays: 1 })
    const [person] = (await search({ q: 'wombat' })).people?.hits ?? []
    const confirm = `+${phone}`
    const erased = await at.ann.ask('eraseCustomer', {
      params: { id: person?.id ?? '' },
      body: { confirm, reason: 'Asked' },
    })
    expect(erased.status).toBe(204)
    const reply = await search({ q: 'quokka' })
    expect(reply.messages).toMatchObject({ hits: [], count: 0 })
    expect((await search({ q: 'wombat' })).people?.count).toBe(0)
    await followed()
    expect(await known('quokka', 'pays')).toEqual({})
    const { rows } = await sql`select 1 from message_words where words @@ 'quokka'::tsquery`.execute(
      at.database.db,
    )
    expect(rows).toEqual([])
  })

  test('what retention did away with is not found', async () => {
    const phone = '256720000079'
    await at.webhook(textWebhook(phone, 'wamid.r1', 'My numbat', 'Retained'))
    await followed()
    expect((await search({ q: 'numbat' })).messages?.count).toBe(1)
    await sql`update messages set at = ${new Date(at.clock.now().getTime() - 40 * 86_400_000)} where wamid = 'wamid.r1'`.execute(
      at.database.db,
    )
    await at.ann.get('changeSettings', { body: { settings: { keep_messages_days: 30 } } })
    const store = await DiskStore.open(`${at.dataDir}/files`, unique, at.clock.now())
    await retain({ writer: at.server.writer, store, scratch: `${at.dataDir}/exports` })
    await followed()
    expect((await search({ q: 'numbat' })).messages).toMatchObject({ hits: [], count: 0 })
    expect(await known('numbat')).toEqual({})
  })
})
