import { api, basePath } from '@parley/core/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentClient, ask } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/models/webhooks.ts'
import { addAgent } from '../agents/accounts.ts'

let phones = 0

describe('messages', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  /** A conversation with so many messages, a second apart but for every third, which shares its second. */
  const conversation = async (count: number) => {
    const phone = `25672${String((phones += 1)).padStart(7, '0')}`
    const start = at.clock.now().getTime() / 1000 - 10_000
    const messages = Array.from({ length: count }, (_, n) =>
      text(phone, `wamid.${phone}.${n + 1}`, `no ${n + 1}`, start + n - (n % 3 === 2 ? 1 : 0)),
    )
    expect(await at.webhook(envelope({ messages }))).toBe(200)
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    return reply[0]?.id ?? ''
  }
  const history = async (id: string, query: Record<string, string> = {}, agent = at.ann) =>
    (await agent.get('history', { params: { id }, query })).reply
  const wordsOf = (part: Awaited<ReturnType<typeof history>>) => part.messages.map(message => message.content)
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `no ${from + n}`)

  describe('a thread', () => {
    let id: string
    beforeAll(async () => {
      id = await conversation(20)
    })

    test('[API-14 API-15] oldest first, by both paths', async () => {
      const query = { include_attachments: 'true' }
      const part = await history(id, query)
      expect(wordsOf(part)).toEqual(numbered(1, 20))
      expect(part).toMatchObject({ has_more: false, has_newer: false })
      const other = await at.ann.get('historyFallback', { params: { id }, query })
      expect(other.reply).toEqual(part)
      expect(other.seq).toBeGreaterThan(0)
    })

    test('the newest few, and older ones before a message, page for page', async () => {
      const newest = await history(id, { limit: '7' })
      expect(wordsOf(newest)).toEqual(numbered(14, 20))
      expect(newest.has_more).toBe(true)
      const older = await history(id, { limit: '7', before: newest.messages[0]?.id ?? '' })
      expect(wordsOf(older)).toEqual(numbered(7, 13))
      const oldest = await history(id, { limit: '7', before: older.messages[0]?.id ?? '' })
      expect(wordsOf(oldest)).toEqual(numbered(1, 6))
      expect([older.has_more, oldest.has_more]).toEqual([true, false])
    })

    test('around a message, wherever it stands', async () => {
      const { messages } = await history(id)
      for (const [place, from, to] of [
        [10, 8, 13],
        [0, 1, 3],
        [19, 17, 20],
      ] as const) {
        const part = await history(id, { limit: '6', around: messages[place]?.id ?? '' })
        expect(wordsOf(part)).toEqual(numbered(from, to))
        expect([part.has_more, part.has_newer]).toEqual([from > 1, to < 20])
      }
    })

    test('[Q-220] after a message, up to the newest one', async () => {
      const { messages } = await history(id)
      for (const [place, from, to] of [
        [4, 6, 11],
        [16, 18, 20],
        [19, 21, 20],
      ] as const) {
        const part = await history(id, { limit: '6', after: messages[place]?.id ?? '' })
        expect(wordsOf(part)).toEqual(numbered(from, to))
        expect([part.has_more, part.has_newer]).toEqual([true, to < 20])
      }
    })

    test('a message of another conversation is unknown here', async () => {
      const other = await history(await conversation(1))
      const foreign = other.messages[0]?.id ?? ''
      const unknown = { status: 404, body: { detail: `Message with ID ${foreign} not found` } }
      expect(await at.ann.ask('history', { params: { id }, query: { before: foreign } })).toMatchObject(
        unknown,
      )
      expect(await at.ann.ask('history', { params: { id }, query: { around: foreign } })).toMatchObject(
        unknown,
      )
      expect(await at.ann.ask('markSeen', { params: { id }, body: { up_to: foreign } })).toMatchObject(
        unknown,
      )
    })
  })

  describe('sending', () => {
    test('[API-17 API-18 AUTH-12 DATA-07] by query with an empty body, answered with the specification’s fields', async () => {
      const id = await conversation(1)
      const { reply } = await at.ann.get('send', { params: { id }, query: { content: 'An answer' } })
      expect(reply).toMatchObject({
        id: expect.stringMatching(/^\d+$/),
        conversation_id: id,
        content: 'An answer',
        created_at: at.clock.now().toISOString(),
        direction: 'OUTBOUND',
        source: 'AGENT',
        sender_id: at.ann.id,
        sender_name: 'ann',
        agent_id: at.ann.id,
        agent_name: 'ann',
        username: 'ann@parley.example',
        attachments: [],
        // It may be sending before the response is written.
        status: expect.stringMatching(/^(queued|sending|sent|delivered)$/),
        client_message_id: null,
      })
      expect(wordsOf(await history(id))).toEqual(['no 1', 'An answer'])
      const { reply: rows } = await at.ann.get('conversations', { query: { conversation_id: id } })
      expect(rows[0]?.last_message).toMatchObject({ content: 'An answer', direction: 'OUTBOUND' })
    })

    test('by query and body together is 400', async () => {
      const id = await conversation(1)
      const body = { client_message_id: unique(), content: 'x' }
      expect(await at.ann.ask('send', { params: { id }, query: { content: 'x' }, body })).toMatchObject({
        status: 400,
        body: { fields: { content: expect.any(String) } },
      })
    })

    test('[COMP-13] blank text without a document is 400 and names content', async () => {
      const id = await conversation(1)
      for (const asked of [{}, { query: { content: '  ' } }, { body: { client_message_id: unique() } }]) {
        expect(await at.ann.ask('send', { params: { id }, ...asked })).toMatchObject({
          status: 400,
          body: { fields: { content: expect.any(String) } },
        })
      }
    })

    test('[COMP-14 Q-092] a document goes with its id; a caption it cannot carry is 400 and names content', async () => {
      const id = await conversation(1)
      const upload = async (name: string, bytes: string) => {
        const response = await at.server.app.inject({
          method: 'POST',
          url: `${basePath}/attachments/documents/upload`,
          headers: {
            authorization: `Bearer ${at.ann.token}`,
            'content-type': 'multipart/form-data; boundary=cut',
          },
          payload: `--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${bytes}\r\n--cut--\r\n`,
        })
        return api.uploadDocument.reply.parse(response.json()).document_id
      }
      const pdf = await upload('receipt.pdf', '%PDF-1.4 a receipt')
      const { reply } = await at.ann.get('send', {
        params: { id },
        query: { content: 'See this', document_id: pdf },
      })
      expect(reply).toMatchObject({
        message_type: 'document',
        attachments: [{ document_id: pdf, name: 'receipt.pdf' }],
      })
      const alone = await at.ann.get('send', {
        params: { id },
        body: { client_message_id: unique(), document_id: pdf },
      })
      expect(alone.reply).toMatchObject({ content: '', attachments: [{ document_id: pdf }] })
      const { messages } = await history(id, { include_attachments: 'false' })
      expect(messages.flatMap(message => message.attachments)).toEqual([])
      const long = await at.ann.ask('send', {
        params: { id },
        body: { client_message_id: unique(), document_id: pdf, content: 'x'.repeat(1025) },
      })
      expect(long).toMatchObject({
        status: 400,
        body: { fields: { content: expect.stringContaining('1024') } },
      })
    })

    test('[THREAD-06] a reply has its response time, counted from the first waiting message', async () => {
      const id = await conversation(3)
      const { messages } = await history(id)
      const waited = Math.round((at.clock.now().getTime() - Date.parse(messages[0]?.created_at ?? '')) / 1000)
      const first = await at.ann.get('send', { params: { id }, query: { content: 'one' } })
      const second = await at.ann.get('send', { params: { id }, query: { content: 'two' } })
      expect([first.reply.response_time_seconds, second.reply.response_time_seconds]).toEqual([waited, null])
    })

    /** Ann replies at the test's time, and the reply is being sent. Answers the reply, and a function that fails it for good. */
    const sendsAndFails = async (id: string) => {
      await at.simulator.connection(`+25672${String(phones).padStart(7, '0')}`, false)
      const { reply } = await at.ann.get('send', { params: { id }, query: { content: 'fails' } })
      await eventually('it to be sent', async () => (await one(id, reply.id)).status === 'sent')
      const attempt = await at.database.db
        .selectFrom('attempts')
        .select('wamid')
        .where('message_id', '=', Number(reply.id))
        .executeTakeFirstOrThrow()
      const status = {
        id: attempt.wamid,
        status: 'failed',
        timestamp: '1772441900',
        errors: [{ code: 131049 }],
      }
      return { reply, fail: () => at.webhook(envelope({ statuses: [status] })) }
    }
    const one = async (id: string, messageId: string) => {
      const found = (await history(id)).messages.find(message => message.id === messageId)
      if (found === undefined) throw new Error(`No message ${messageId}`)
      return found
    }

    test('after a failed reply the customer waits from the old start', async () => {
      const id = await conversation(1)
      const { reply, fail } = await sendsAndFails(id)
      await fail()
      expect(await one(id, reply.id)).toMatchObject({ status: 'failed', response_time_seconds: null })
      at.clock.advance(60)
      const again = await at.ann.get('send', { params: { id }, query: { content: 'again' } })
      expect(again.reply.response_time_seconds).toBe((reply.response_time_seconds ?? 0) + 60)
    })

    test.each([
      ['nobody asked again', null],
      ['the customer asked again', 5],
    ])(
      'a wait that a colleague ended too stays ended when the first answer fails: %s',
      async (_, asksAfter) => {
        const id = await conversation(1)
        const { reply, fail } = await sendsAndFails(id)
        if (asksAfter !== null) {
          at.clock.advance(asksAfter)
          const phone = `25672${String(phones).padStart(7, '0')}`
          const asks = text(phone, `wamid.${unique()}`, 'Are you there?', at.clock.now().getTime() / 1000)
          await at.webhook(envelope({ messages: [asks] }))
        }
        at.clock.advance(30 - (asksAfter ?? 0))
        const colleagues = (await at.brian.get('send', { params: { id }, query: { content: 'Here I am' } }))
          .reply
        await fail()
        expect(await one(id, reply.id)).toMatchObject({ status: 'failed', response_time_seconds: null })
        // As if the first reply did not exist: the colleague ended the wait.
        const waited = (reply.response_time_seconds ?? 0) + 30
        expect((await one(id, colleagues.id)).response_time_seconds).toBe(waited)
        at.clock.advance(12)
        const unasked = await at.brian.get('send', { params: { id }, query: { content: 'And this' } })
        expect(unasked.reply.response_time_seconds).toBeNull()
      },
    )
  })

  describe('[API-22 API-23 CONV-03] unread messages of each agent', () => {
    const stats = async (agent: AgentClient) => (await agent.get('unreadStats')).reply
    /** A conversation of the agent's own, with so many messages. */
    const ownOf = async (agent: AgentClient, count: number) => {
      const id = await conversation(count)
      await at.database.db
        .updateTable('conversations')
        .set({ assignee_id: Number(agent.id) })
        .where('id', '=', Number(id))
        .execute()
      return id
    }
    const mark = async (agent: AgentClient, id: string, up_to?: string) =>
      (await agent.get('markSeen', { params: { id }, ...(up_to !== undefined && { body: { up_to } }) })).reply

    test('[DATA-07] a read cursor rises to a message, to everything, and never falls; is_read follows it', async () => {
      const id = await ownOf(at.ann, 6)
      const { messages } = await history(id)
      const nth = (n: number) => messages.find(message => message.inbound_no === n)?.id ?? ''
      expect((await stats(at.ann)).conversation_unread_counts).toMatchObject({ [id]: 6 })
      expect(await mark(at.ann, id, nth(4))).toEqual({ conversation_id: id, updated_count: 4 })
      expect(await mark(at.ann, id, nth(2))).toEqual({ conversation_id: id, updated_count: 0 })
      expect((await stats(at.ann)).conversation_unread_counts).toMatchObject({ [id]: 2 })
      const read = (await history(id)).messages
        .filter(message => message.is_read)
        .map(message => message.inbound_no ?? 0)
      expect(read.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
      expect(await mark(at.ann, id)).toEqual({ conversation_id: id, updated_count: 2 })
      expect(await mark(at.ann, id)).toEqual({ conversation_id: id, updated_count: 0 })
      const mine = await stats(at.ann)
      expect(mine.conversation_unread_counts).not.toHaveProperty(id)
      expect(mine.unread_conversations).not.toContain(id)
    })

    test('agents have separate read cursors', async () => {
      const id = await ownOf(at.brian, 3)
      await mark(at.ann, id)
      expect((await stats(at.brian)).conversation_unread_counts).toMatchObject({ [id]: 3 })
      const { reply } = await at.brian.get('conversations', { query: { conversation_id: id } })
      expect(reply[0]).toMatchObject({ inbound_no: 3, seen_no: 0, unread_count: 3 })
      expect((await history(id, {}, at.brian)).messages.every(message => !message.is_read)).toBe(true)
    })

    test('[DATA-07] first_seen_at is set once, by the first agent who reads a message', async () => {
      const id = await conversation(2)
      const { messages } = await history(id)
      const seen = at.clock.now().toISOString()
      await mark(at.ann, id, messages.find(message => message.inbound_no === 1)?.id)
      at.clock.advance(5)
      await mark(at.brian, id)
      const times = (await history(id)).messages.toSorted(
        (a, b) => Number(a.inbound_no) - Number(b.inbound_no),
      )
      expect(times.map(message => message.first_seen_at)).toEqual([seen, at.clock.now().toISOString()])
    })

    test('concurrent updates of a read cursor end at the highest', async () => {
      const id = await ownOf(at.ann, 8)
      const { messages } = await history(id)
      await Promise.all(messages.map(message => mark(at.ann, id, message.id)))
      expect((await stats(at.ann)).conversation_unread_counts).not.toHaveProperty(id)
    })

    test('a reply is unread for nobody, and moves no read cursor', async () => {
      const id = await ownOf(at.ann, 2)
      const { reply } = await at.ann.get('send', { params: { id }, query: { content: 'An answer' } })
      expect(await mark(at.ann, id, reply.id)).toEqual({ conversation_id: id, updated_count: 0 })
      expect((await stats(at.ann)).conversation_unread_counts).toMatchObject({ [id]: 2 })
    })

    test('[DATA-16] the totals are the sums', async () => {
      const all = await stats(at.brian)
      const counts = Object.values(all.conversation_unread_counts)
      expect(all.total_unread_messages).toBe(counts.reduce((sum, count) => sum + count, 0))
      expect(all.conversations_with_unread).toBe(counts.length)
      expect(all.unread_conversations.toSorted()).toEqual(
        Object.keys(all.conversation_unread_counts).toSorted(),
      )
      expect(all.unread_notifications).toBe(0)
    })

    test('for a new agent all earlier messages are read', async () => {
      const id = await conversation(3)
      await addAgent(at.server.writer, { email: 'dora@parley.example', password: 'plums and 7 pears' })
      const dora = await AgentClient.signIn(at.server.app, at.url, 'dora@parley.example', 'plums and 7 pears')
      expect((await stats(dora)).total_unread_messages).toBe(0)
      expect((await history(id, {}, dora)).messages.every(message => message.is_read)).toBe(true)
    })
  })

  test('undeclared fields are never sent', async () => {
    const id = await conversation(1)
    const { body } = await ask(at.server.app, api.history, { params: { id } }, at.ann.token)
    const [message] = (body as { messages: Record<string, unknown>[] }).messages
    expect(
      Object.keys(message ?? {}).filter(key => /wamid|phone|deadline|metadata|tries|arrived/.test(key)),
    ).toEqual([])
  })
})
