import type { Issue } from '@parley/core/issues/api'
import { issueStatuses } from '@parley/core/issues/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AgentClient } from '../../test/models/agent-client.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'
import { currentSeq } from '../live/log.ts'

describe('issues', () => {
  let at: TestServer
  let conversationId: string
  let phones = 256_700_300_000
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    conversationId = await converse()
    at.clock.advance(1)
  })

  const converse = async (): Promise<string> => {
    phones += 1
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'Hello'))
    const { reply } = await at.ann.get('conversations', { query: { search: String(phones) } })
    return reply[0]?.id ?? ''
  }
  const raise = async (more: Readonly<Record<string, unknown>> = {}): Promise<Issue> => {
    const body = { conversation_id: conversationId, title: 'Claim not paid', category: 'CLAIMS', ...more }
    return (await at.ann.get('createIssue', { body })).reply
  }
  const resolve = async (id: string, resolution_summary = 'Paid', client: AgentClient = at.brian) =>
    (await client.get('resolveIssue', { params: { id }, body: { resolution_summary } })).reply
  const reopen = async (id: string, reason = 'Came back') =>
    (await at.brian.get('reopenIssue', { params: { id }, body: { reason } })).reply
  const attach = async (id: string, message_id: string) =>
    (await at.brian.get('attachMessage', { params: { id }, body: { message_id } })).reply
  const one = async (id: string) => (await at.ann.get('issue', { params: { id } })).reply
  const list = async () => (await at.ann.get('issues', { query: { conversation_id: conversationId } })).reply
  const messages = async (id = conversationId) =>
    (await at.ann.get('history', { params: { id } })).reply.messages
  const say = async (): Promise<string> => {
    await at.webhook(textWebhook(String(phones), `wamid.${unique()}`, 'More'))
    return (await messages()).at(-1)?.id ?? ''
  }
  const openIssues = async () => {
    const { reply } = await at.brian.get('conversations', { query: { conversation_id: conversationId } })
    return reply[0]?.open_issues
  }

  test('[ISSUE-04 CONST-09 DATA-32] a new issue is OPEN and MEDIUM, and its agent is the caller', async () => {
    const now = at.clock.now().toISOString()
    const issue = await raise()
    expect(issue).toEqual({
      id: expect.stringMatching(/^\d+$/),
      conversation_id: conversationId,
      title: 'Claim not paid',
      description: '',
      created_at: now,
      updated_at: now,
      closed_at: null,
      status: 'OPEN',
      priority: 'MEDIUM',
      category: 'CLAIMS',
      assigned_agent: { id: at.ann.id, name: 'ann' },
      resolution_summary: null,
      resolution_time: null,
      reopen_reason: null,
      attached_messages: [],
    })
    const more = { title: '  Two ', description: 'é🙂', priority: 'HIGH', category: 'TECHNICAL' }
    expect(await raise(more)).toMatchObject({ ...more, title: 'Two' })
  })

  test.each([
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['description', { description: 'x'.repeat(4097) }],
    ['priority', { priority: 'URGENT' }],
    ['category', { category: 'WEATHER' }],
    ['category', { category: undefined }],
  ])('[CONST-10 CONST-11] a wrong %s is refused: %j', async (field, wrong) => {
    const body = { conversation_id: conversationId, title: 'x', category: 'CLAIMS', ...wrong }
    expect(await at.ann.ask('createIssue', { body })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect(await list()).toEqual([])
  })

  test('a repeated call makes one issue', async () => {
    const click = { client_issue_id: unique() }
    const [first, again] = await Promise.all([raise(click), raise(click)])
    expect(again).toEqual(first)
    expect(await list()).toHaveLength(1)
    const other = { ...click, conversation_id: conversationId, title: 'Another', category: 'CLAIMS' }
    const elsewhere = { ...other, title: 'Claim not paid', conversation_id: await converse() }
    for (const body of [other, elsewhere]) {
      expect(await at.ann.ask('createIssue', { body })).toMatchObject({
        status: 409,
        body: { code: 'issue.same-client-id' },
      })
    }
    expect((await at.brian.get('createIssue', { body: other })).reply.id).not.toBe(first.id)
  })

  test('[DATA-32] an issue is the same by id and by conversation, newest first', async () => {
    const older = await raise()
    at.clock.advance(1)
    const newer = await raise({ title: 'Newer' })
    await resolve(older.id)
    const [first, second, ...more] = await list()
    expect([first?.id, second?.id, more]).toEqual([newer.id, older.id, []])
    const byId = await at.brian.get('issue', { params: { id: older.id } })
    expect(byId.reply).toEqual(second)
    const asked = await at.ann.get('issues', { query: { conversation_id: conversationId } })
    expect([byId.seq, asked.seq]).toEqual(Array(2).fill(await currentSeq(at.database.db)))
  })

  test('[ISSUE-05 CONST-09] resolving sets closed_at and keeps the summary and the elapsed minutes', async () => {
    const { id } = await raise()
    const created_at = new Date(at.clock.now().getTime() - (61 * 60 + 59) * 1000)
    await at.database.db.updateTable('issues').set({ created_at }).where('id', '=', Number(id)).execute()
    expect(await resolve(id, ' Paid in full ')).toMatchObject({
      status: 'RESOLVED',
      closed_at: at.clock.now().toISOString(),
      updated_at: at.clock.now().toISOString(),
      resolution_summary: 'Paid in full',
      resolution_time: 61,
    })
  })

  test('[ISSUE-05] a second resolution never replaces the first one’s summary', async () => {
    const { id } = await raise()
    const resolved = await resolve(id)
    at.clock.advance(60)
    const seq = await currentSeq(at.database.db)
    expect(await resolve(id)).toEqual(resolved)
    const other = { params: { id }, body: { resolution_summary: 'Not paid' } }
    expect(await at.ann.ask('resolveIssue', other)).toMatchObject({
      status: 409,
      body: { code: 'issue.resolved', current: resolved },
    })
    expect(await one(id)).toEqual(resolved)
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('[ISSUE-06 ISSUE-07] a resolved issue is reopened: REOPENED, without closed_at, with the reason', async () => {
    const { id } = await raise()
    const resolved = await resolve(id)
    at.clock.advance(90)
    expect(await reopen(id, ' It came back ')).toEqual({
      ...resolved,
      status: 'REOPENED',
      closed_at: null,
      reopen_reason: 'It came back',
      updated_at: at.clock.now().toISOString(),
    })
    at.clock.advance(30)
    expect(await resolve(id, 'Paid twice')).toMatchObject({
      status: 'RESOLVED',
      resolution_summary: 'Paid twice',
      resolution_time: 2,
    })
  })

  test.each(issueStatuses.filter(status => status !== 'RESOLVED'))(
    '[ISSUE-06 ISSUE-08] one that is %s is not reopened',
    async status => {
      const { id } = await raise()
      await at.database.db.updateTable('issues').set({ status }).where('id', '=', Number(id)).execute()
      const before = await one(id)
      expect(await at.ann.ask('reopenIssue', { params: { id }, body: { reason: 'x' } })).toMatchObject({
        status: 409,
        body: { detail: 'Only resolved issues can be reopened', code: 'issue.not-resolved' },
      })
      expect(await one(id)).toEqual(before)
    },
  )

  test.each([
    ['resolveIssue', 'resolution_summary', ' '],
    ['resolveIssue', 'resolution_summary', 'x'.repeat(4097)],
    ['reopenIssue', 'reason', ''],
  ] as const)('%s without words, or with too many, is refused: %s', async (call, field, value) => {
    const { id } = await raise()
    expect(await at.ann.ask(call, { params: { id }, body: { [field]: value } })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  test('[API-24] an attached message shows on message and issue, in every console', async () => {
    const { id, ...issue } = await raise()
    const message = await say()
    const first = (await messages())[0]?.id ?? ''
    at.clock.advance(1)
    const listener = await at.ann.connect()
    const updated_at = at.clock.now().toISOString()
    expect(await attach(id, message)).toEqual({
      alreadyAttached: false,
      issue: { id, ...issue, attached_messages: [message], updated_at },
    })
    await listener.reached(await currentSeq(at.database.db))
    expect(listener.events.flatMap(event => (event.event === 'issue' ? [event.data] : []))).toEqual([
      { id, conversation_id: issue.conversation_id },
    ])
    expect(listener.events.filter(event => event.event === 'message').map(event => event.data)).toMatchObject(
      [{ id: message, issue_id: id }],
    )
    listener.cut()
    expect((await attach(id, first)).issue.attached_messages).toEqual([first, message])
    expect((await messages()).map(one => one.issue_id)).toEqual([id, id])
  })

  test('[ISSUE-09 API-24] a message that has an issue is alreadyAttached, and nothing changes', async () => {
    const [issue, other] = [await raise(), await raise({ title: 'Other' })]
    const message = await say()
    const { issue: attached } = await attach(issue.id, message)
    at.clock.advance(1)
    const seq = await currentSeq(at.database.db)
    expect(await attach(issue.id, message)).toEqual({ alreadyAttached: true, issue: attached })
    expect(await attach(other.id, message)).toEqual({ alreadyAttached: true, issue: other })
    expect((await messages()).at(-1)?.issue_id).toBe(issue.id)
    expect(await currentSeq(at.database.db)).toBe(seq)
  })

  test('[ISSUE-09] of two concurrent attachments of one message one is alreadyAttached', async () => {
    const [issue, other] = [await raise(), await raise({ title: 'Other' })]
    const message = await say()
    const answers = await Promise.all([attach(issue.id, message), attach(other.id, message)])
    expect(answers.filter(answer => answer.alreadyAttached)).toHaveLength(1)
    const attached = (await list()).flatMap(one => one.attached_messages)
    expect(attached).toEqual([message])
  })

  test('a message of another conversation is not found, and the database refuses it too', async () => {
    const { id } = await raise()
    const [foreign] = await messages(await converse())
    const body = { message_id: foreign?.id }
    expect(await at.ann.ask('attachMessage', { params: { id }, body })).toMatchObject({
      status: 404,
      body: { detail: `Message with ID ${foreign?.id} not found`, code: 'message.not-found' },
    })
    const write = sql`update messages set issue_id = ${Number(id)} where id = ${Number(foreign?.id)}`
    await expect(write.execute(at.database.db)).rejects.toThrow(/messages_issue/)
  })

  test('[COMP-11] a message sent for an issue is attached to it', async () => {
    const { id } = await raise()
    at.clock.advance(1)
    const body = { client_message_id: unique(), content: 'About your claim', issue_id: id }
    const into = { params: { id: conversationId } }
    const { reply: sent } = await at.brian.get('send', { ...into, body })
    expect(sent.issue_id).toBe(id)
    expect(await one(id)).toMatchObject({
      attached_messages: [sent.id],
      updated_at: at.clock.now().toISOString(),
    })
    expect((await at.brian.get('send', { ...into, body })).reply.id).toBe(sent.id)
    expect((await one(id)).attached_messages).toEqual([sent.id])
    const plain = { client_message_id: unique(), content: 'Not about it' }
    expect((await at.brian.get('send', { ...into, body: plain })).reply.issue_id).toBeNull()
  })

  test('[COMP-11] an issue of another conversation is refused, and nothing is sent', async () => {
    const { id } = await raise()
    const elsewhere = await converse()
    for (const [into, issue_id] of [
      [elsewhere, id],
      [conversationId, '1'],
      [conversationId, 'ghost'],
    ] as const) {
      const body = { client_message_id: unique(), content: 'Hi', issue_id }
      expect(await at.ann.ask('send', { params: { id: into }, body })).toMatchObject({
        status: 400,
        body: { code: 'input.invalid', fields: { issue_id: 'is no issue of this conversation' } },
      })
      expect(await messages(into)).toHaveLength(1)
    }
  })

  test('[Q-064] the list shows and filters conversations with an open issue, with counts and total', async () => {
    const other = await converse()
    const ask = async (value: string) => {
      const query = { has_open_issues: value, search: String(phones).slice(0, 8), limit: '500' }
      const { reply, headers } = await at.ann.get('conversations', { query })
      const counts = JSON.parse(String(headers['parley-counts'])) as Record<string, number>
      expect(Number(headers['parley-total'])).toBe(reply.length)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(reply.length)
      expect(reply.every(row => row.open_issues > 0 === (value === 'true'))).toBe(true)
      return reply.map(row => row.id)
    }
    const { id } = await raise()
    await raise({ title: 'Second' })
    expect(await openIssues()).toBe(2)
    expect(await ask('true')).toContain(conversationId)
    expect(await ask('true')).not.toContain(other)
    expect(await ask('false')).toContain(other)
    await resolve(id)
    expect(await openIssues()).toBe(1)
    await resolve((await list())[0]?.id ?? '')
    expect(await openIssues()).toBe(0)
    expect(await ask('false')).toContain(conversationId)
    await reopen(id)
    expect(await ask('true')).toContain(conversationId)
  })

  test('[Q-064] cached counts of the whole list are not used for a filter', async () => {
    await raise()
    const counts = async (query: Readonly<Record<string, string>>) =>
      (await at.ann.get('conversations', { query })).headers['parley-total']
    const all = await counts({})
    expect(await counts({ has_open_issues: 'true' })).not.toBe(all)
    expect(await counts({})).toBe(all)
    const both = Number(await counts({ has_open_issues: 'true' }))
    expect(both + Number(await counts({ has_open_issues: 'false' }))).toBe(Number(all))
  })
})
