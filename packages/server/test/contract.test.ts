import { api, basePath, type Call } from '@parley/core/calls'
import { Application } from '@parley/core/applications/application'
import { CannedReply } from '@parley/core/canned-replies/api'
import { ConversationState } from '@parley/core/conversations/api'
import { MessageDraft } from '@parley/core/messages/drafts-api'
import { Issue } from '@parley/core/issues/api'
import { KnowledgeAnswer } from '@parley/core/knowledge/api'
import { Message } from '@parley/core/messages/api'
import { Ticket } from '@parley/core/tickets/api'
import { problems } from '@parley/core/problems'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { problemsOf } from '../src/http/openapi.ts'
import { type Answer, type Asked, addressOf, ask } from './models/agent-client.ts'
import { makeSamples, type Samples } from './models/samples.ts'
import { startTestServer, type TestServer, unique } from './server.ts'

const calls = Object.entries(api) as [keyof typeof api, Call][]
const closed = calls.filter(([, call]) => call.access !== 'public')
const Problem = z.strictObject({
  detail: z.string().min(1),
  code: z.enum(Object.keys(problems) as [string, ...string[]]),
  fields: z.record(z.string(), z.string().min(1)).optional(),
  messages: z.array(Message).optional(),
  current: z
    .union([Ticket, Issue, Application, ConversationState, KnowledgeAnswer, CannedReply, MessageDraft])
    .optional(),
})

interface Operation {
  readonly operationId?: string
  readonly 'x-policy'?: string
  readonly parameters?: { readonly name: string }[]
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly headers?: object }>>
}

describe('the contract', () => {
  let at: TestServer
  let samples: Samples
  let conversationId: string
  let issue: Issue
  let sample: Samples['of']
  beforeAll(async () => {
    at = await startTestServer()
    samples = await makeSamples(at)
    ;({ conversationId, issue, of: sample } = samples)
  })
  afterAll(() => at.close())

  const problemOf = (answer: Answer) => Problem.parse(answer.body)
  const params = (id: string): Asked => ({ params: { id } })

  describe('[AUTH-12] a call that is not public', () => {
    test.each(closed)('%s: 401 without, with a wrong and with an expired token', async (name, call) => {
      const tokens = [undefined, 'wrong', `${at.ann.token}x`, at.ann.token.replace(/\.[^.]+$/, '.')]
      for (const token of tokens) {
        // Also with invalid input or an unknown id: a caller without access learns nothing.
        for (const asked of [sample(name), { params: { id: '0' }, query: { limit: 'x' } }]) {
          const answer = await ask(at.server.app, call, asked, token)
          expect({ name, token, status: answer.status }).toMatchObject({ status: 401 })
          problemOf(answer)
        }
      }
    })

    test('an expired token: 401 everywhere', async () => {
      const late = await startTestServer()
      try {
        late.clock.advance(15 * 60 + 1)
        for (const [name, call] of closed) {
          const { status } = await ask(late.server.app, call, sample(name), late.ann.token)
          expect({ name, status }).toEqual({ name, status: 401 })
        }
      } finally {
        await late.close()
      }
    })

    test('whatever is answered is kept by no browser and no proxy, and asks it for neither camera nor place', async () => {
      const answers = [
        await at.ann.ask('conversations'),
        await at.ann.ask('ticket', { params: { id: '999999' } }),
        await ask(at.server.app, api.conversations, {}),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 401])
      for (const { headers } of answers) {
        expect(headers['cache-control']).toBe('no-store')
        expect(headers['permissions-policy']).toContain('camera=(), display-capture=(), geolocation=()')
        // The console records voice notes. A page that embeds the console cannot.
        expect(headers['permissions-policy']).toContain('microphone=(self)')
      }
    })

    test('[AUTH-12] listing uses an admin path, sending and marking an agent path', () => {
      expect(api.conversations.path).toBe('/messages/admin/conversations')
      expect(api.send.path).toBe('/messages/agent/send/:id')
      expect(api.markSeen.path).toBe('/messages/agent/conversations/:id/mark-seen')
    })
  })

  describe('[CONV-06 ATT-08] an unknown id is 404 in the specification’s words', () => {
    const ids = [
      '1',
      '999999999999999',
      '9999999999999999999999',
      'abc',
      '-1',
      '0',
      '01',
      '1.5',
      'é',
      '%',
      "1'--",
    ]
    const taking = calls.filter(([, call]) => call.params !== undefined && 'id' in call.params.shape)
    const nounIn = (call: Call): string | undefined => call.about?.['params.id']
    /** Of calls whose `about` does not say it. */
    const words: Partial<Record<keyof typeof api, string>> = {
      downloadDocument: 'Attachment',
      previewDocument: 'Attachment',
      thumbnailDocument: 'Attachment',
      knowledgeAnswer: 'Answer',
      saveKnowledgeDraft: 'Answer',
      discardKnowledgeDraft: 'Answer',
      publishKnowledgeAnswer: 'Answer',
      removeKnowledgeAnswer: 'Answer',
      restoreKnowledgeAnswer: 'Answer',
      knowledgeVersions: 'Answer',
      changeCannedReply: 'Reply',
      removeCannedReply: 'Reply',
      takeCannedFile: 'Reply',
      changeView: 'View',
      removeView: 'View',
      retryJob: 'Job',
      acceptHandoff: 'Conversation',
      rejectHandoff: 'Conversation',
      judgeUnclear: 'Text',
      readNotification: 'Notification',
      notifyAgent: 'Agent',
      setAgentStatus: 'Agent',
      editPerson: 'Agent',
      makePasswordLink: 'Agent',
      disablePerson: 'Agent',
      enablePerson: 'Agent',
      dropSecondFactor: 'Agent',
      personSessions: 'Agent',
      endPersonSession: 'Agent',
      endPersonSessions: 'Agent',
      exportCustomer: 'Customer',
      eraseCustomer: 'Customer',
      endOwnSession: 'Session',
    }
    const named = taking.filter(([name]) => !/Application/.test(name))
    test.each(named)('%s', async (name, call) => {
      const noun = words[name] ?? nounIn(call) ?? ''
      const detail = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} with ID`
      for (const id of ids) {
        const answer = await at.ann.ask(name, { ...sample(name), params: { ...sample(name).params, id } })
        expect({ id, ...answer }).toMatchObject({
          status: 404,
          body: { detail: `${detail} ${id} not found`, code: `${noun.toLowerCase()}.not-found` },
        })
      }
    })

    const applications = taking.map(([name]) => name).filter(name => /Application/.test(name))
    test.each(applications)('[ERR-29] %s', async name => {
      const detail = name.toLowerCase().includes('lib')
        ? 'LIB Application not found'
        : 'Application not found'
      for (const id of ids) {
        expect({
          id,
          ...(await at.ann.ask(name, { ...sample(name), params: { ...sample(name).params, id } })),
        }).toMatchObject({
          status: 404,
          body: { detail, code: 'application.not-found' },
        })
      }
    })

    test('in a query too', async () => {
      for (const id of ids) {
        const detail = `Conversation with ID ${id} not found`
        const unknown = { status: 404, body: { detail, code: 'conversation.not-found' } }
        expect(await at.ann.ask('tickets', { query: { conversation_id: id } })).toMatchObject(unknown)
        const raised = { conversation_id: id, title: 'Nowhere' }
        expect(await at.ann.ask('createTicket', { body: raised })).toMatchObject(unknown)
        expect(await at.ann.ask('issues', { query: { conversation_id: id } })).toMatchObject(unknown)
        expect(await at.ann.ask('libApplications', { query: { conversation_id: id } })).toMatchObject(unknown)
        const issued = { ...raised, category: 'CLAIMS' }
        expect(await at.ann.ask('createIssue', { body: issued })).toMatchObject(unknown)
        expect(
          await at.ann.ask('attachMessage', { ...params(issue.id), body: { message_id: id } }),
        ).toMatchObject({ status: 404, body: { detail: `Message with ID ${id} not found` } })
        expect(await at.ann.ask('ticketByNumber', { params: { number: id } })).toMatchObject({
          status: 404,
          body: { detail: `Ticket with number ${id} not found`, code: 'ticket.not-found' },
        })
        for (const query of [{ conversation_id: id }, { after: id }]) {
          expect(await at.ann.ask('conversations', { query })).toMatchObject({
            status: 404,
            body: { detail },
          })
        }
        const message = { status: 404, body: { detail: `Message with ID ${id} not found` } }
        expect(
          await at.ann.ask('history', { ...params(conversationId), query: { before: id } }),
        ).toMatchObject(message)
        expect(
          await at.ann.ask('history', { ...params(conversationId), query: { around: id } }),
        ).toMatchObject(message)
        expect(
          await at.ann.ask('markSeen', { ...params(conversationId), body: { up_to: id } }),
        ).toMatchObject(message)
        for (const begin of ['beginIppApplication', 'beginLibApplication'] as const) {
          const body = { conversation_id: id, bot_asks: false }
          expect(await at.ann.ask(begin, { body })).toMatchObject(unknown)
        }
        const file = await at.ann.ask('send', {
          ...params(conversationId),
          body: { client_message_id: unique(), content: 'x', document_id: id },
        })
        expect(file).toMatchObject({ status: 404, body: { detail: `Attachment with ID ${id} not found` } })
        expect(
          await at.ann.ask('assign', { ...params(conversationId), body: { agent_id: id } }),
        ).toMatchObject({ status: 404, body: { detail: `Agent with ID ${id} not found` } })
        const about = { type: 'info', conversation_id: id }
        expect(await at.ann.ask('notifyAgent', { ...params(at.brian.id), body: about })).toMatchObject({
          status: 404,
          body: { detail: `Conversation with ID ${id} not found` },
        })
      }
    })

    test('every call that takes an id says of what, in its declaration or here', () => {
      const others = taking.filter(([, call]) => nounIn(call) === undefined).map(([name]) => name)
      expect(others.toSorted()).toEqual(Object.keys(words).toSorted())
    })
  })

  const texts = [
    '',
    ' ',
    '-1',
    '0',
    '1e999',
    '9'.repeat(40),
    'NaN',
    'x'.repeat(5000),
    '\u0000',
    'a\u0000b',
    '%',
    '_\\',
    "' or 1=1 --",
    'é🙂',
    '\u202e',
    'true',
    '[object Object]',
    '__proto__',
  ]

  describe('bad input is 4xx and names its field, never 5xx', () => {
    /** Input that the schema rejects must give a 400 that names the field. Other input may give anything but a server error. */
    const judge = (asked: unknown, schema: z.ZodType, field: string, answer: Answer) => {
      expect({ asked, ...answer }).toSatisfy((one: Answer) => one.status < 500)
      if (answer.status >= 400 && answer.status !== 429) {
        const { fields } = problemOf(answer)
        if (answer.status === 400 && fields !== undefined) expect(Object.values(fields)[0]).not.toBe('')
      }
      if (schema.safeParse(asked).success) return
      expect({ asked, status: answer.status, fields: Object.keys(problemOf(answer).fields ?? {}) }).toEqual({
        asked,
        status: 400,
        fields: [field],
      })
    }

    const withQuery = calls.filter(([, call]) => call.query !== undefined)
    test.each(withQuery)('the query of %s', async (name, call) => {
      const schema = call.query as z.ZodObject
      for (const field of Object.keys(schema.shape)) {
        for (const value of texts) {
          const { params: path = {}, query } = sample(name)
          const asked = { ...query, [field]: value }
          const answer = await at.ann.ask(name, { params: path, query: asked })
          judge(asked, schema, field, answer)
          if (value.includes('\u0000')) expect(answer.status).toBe(400)
        }
      }
    })

    test('a query field given twice', async () => {
      const response = await at.server.app.inject({
        url: `${basePath}/messages/admin/conversations?limit=1&limit=2`,
        headers: { authorization: `Bearer ${at.ann.token}` },
      })
      expect(response.statusCode).toBe(400)
      expect(Object.keys(response.json<z.output<typeof Problem>>().fields ?? {})).toEqual(['limit'])
    })

    const values: readonly unknown[] = [
      ...texts,
      null,
      true,
      0,
      -1,
      1.5,
      1e308,
      [],
      ['x'],
      {},
      { a: { b: [1, '\u0000'] } },
      { '\u0000': 1 },
      '\ud83d',
      { intent: '\udc00' },
      { entities: { a: '\ud800' } },
      { entities: { '\ud800': 1 } },
      { confidence: 2 },
    ]
    const withBody = calls.filter(([, call]) => call.body !== undefined && call.encoding !== 'form')
    test.each(withBody)('the body of %s', async (name, call) => {
      const schema = call.body as z.ZodType
      const object = (schema instanceof z.ZodOptional ? schema.unwrap() : schema) as z.ZodObject
      for (const field of Object.keys(object.shape)) {
        for (const value of values) {
          const { body, ...rest } = sample(name)
          const asked = { ...(body as object), [field]: value }
          const answer = await at.ann.ask(name, { ...rest, body: asked })
          expect({ name, field, value, status: answer.status }).toSatisfy((one: Answer) => one.status < 500)
          if (answer.status === 429) continue
          const said = schema.safeParse(asked)
          if (!said.success) {
            expect(answer.status).toBe(400)
            expect(Object.keys(problemOf(answer).fields ?? {})[0]).toMatch(new RegExp(`^${field}`))
          }
          if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)) expect(answer.status).toBe(400)
        }
      }
      for (const body of [null, 5, 'text', [], [{}], true]) {
        const answer = await at.ann.ask(name, { ...sample(name), body })
        if (body === null) continue
        expect({ name, body, status: answer.status }).toEqual({ name, body, status: 400 })
        expect(problemOf(answer).fields).toHaveProperty('body')
      }
    })

    test('the form of a sign-in', async () => {
      const schema = api.token.body
      for (const field of Object.keys(schema.shape)) {
        for (const value of texts) {
          const asked = { grant_type: 'refresh_token', refresh_token: 'none', [field]: value }
          const answer = await at.ann.ask('token', { body: asked })
          expect([400, 401]).toContain(answer.status)
          if (!schema.safeParse(asked).success) expect(problemOf(answer).fields).toHaveProperty(field)
        }
      }
    })

    const changing = calls.filter(([, call]) => call.method !== 'GET')
    test.each(changing)('a body that cannot be read: %s refuses it as it declares', async (name, call) => {
      const response = await at.server.app.inject({
        method: call.method,
        url: addressOf(call, sample(name)),
        headers: { authorization: `Bearer ${at.ann.token}`, 'content-type': 'application/json' },
        payload: '{"content":',
      })
      expect(response.statusCode).toBe(400)
      expect(Problem.parse(response.json()).code).toBe('input.invalid')
    })

    test('a nest that a stack would not survive', async () => {
      const nest = `${'['.repeat(4000)}${']'.repeat(4000)}`
      const response = await at.server.app.inject({
        method: 'POST',
        url: `${basePath}/messages/agent/send/${conversationId}`,
        headers: { authorization: `Bearer ${at.ann.token}`, 'content-type': 'application/json' },
        payload: `{"client_message_id":"nest","content":"Hi","metadata":{"entities":{"a":${nest}}}}`,
      })
      expect(response.statusCode).toBe(400)
      expect(Problem.parse(response.json()).fields).toHaveProperty('metadata')
    })

    test.each([
      ['broken JSON', '{"content":', 'application/json'],
      ['a lone bracket', ']', 'application/json'],
      ['another media type', '<x/>', 'application/xml'],
      ['a text', 'content=x', 'text/plain'],
      ['an endless nest', '['.repeat(100_000), 'application/json'],
    ])('a body that cannot be read: %s', async (_, payload, type) => {
      const response = await at.server.app.inject({
        method: 'POST',
        url: `${basePath}/messages/agent/send/${conversationId}`,
        headers: { authorization: `Bearer ${at.ann.token}`, 'content-type': type },
        payload,
      })
      expect(response.statusCode).toBe(400)
      Problem.parse(response.json())
      expect(response.body).not.toContain('content=x')
    })

    test('a text over 4,096 characters is 400 and names content, in the query and in a body', async () => {
      const long = 'x'.repeat(4097)
      const named = { status: 400, body: { code: 'input.invalid', fields: { content: expect.any(String) } } }
      const into = params(conversationId)
      expect(await at.ann.ask('send', { ...into, query: { content: long } })).toMatchObject(named)
      expect(
        await at.ann.ask('send', { ...into, body: { client_message_id: unique(), content: long } }),
      ).toMatchObject(named)
    })
  })

  test('an empty JSON body is no body', async () => {
    for (const payload of ['', ' \n', 'null']) {
      for (const path of [
        `/messages/agent/send/${conversationId}?content=Hi`,
        `/messages/agent/conversations/${conversationId}/mark-seen`,
      ]) {
        const response = await at.server.app.inject({
          method: 'POST',
          url: `${basePath}${path}`,
          headers: { authorization: `Bearer ${at.ann.token}`, 'content-type': 'application/json' },
          payload,
        })
        expect(response.statusCode).toBe(200)
      }
    }
  })

  test('an unknown path is 404 and an address that cannot be decoded 400, in the shape of every problem', async () => {
    for (const [method, path, status] of [
      ['GET', '/nothing', 404],
      ['DELETE', '/messages/agent/unread-stats', 404],
      ['POST', '/messages/admin/conversations', 404],
      ['GET', `/messages/admin/conversation/${'1'.repeat(500)}/history`, 404],
      ['GET', '/messages/admin/conversation/%zz/history', 400],
    ] as const) {
      const response = await at.server.app.inject({ method, url: `${basePath}${path}` })
      expect({ path, status: response.statusCode }).toEqual({ path, status })
      Problem.parse(response.json())
    }
  })

  test('[API-01 API-02] every call lies below /api/v1 and answers JSON, a refusal too', async () => {
    expect(basePath).toBe('/api/v1')
    for (const [, call] of calls) {
      const path = call.path.replace(/:\w+/g, '0')
      const below = await at.server.app.inject({ method: call.method, url: `${basePath}${path}` })
      expect([path, below.headers['content-type']]).toEqual([
        path,
        expect.stringMatching(/^application\/json/),
      ])
      const beside = await at.server.app.inject({ method: call.method, url: path })
      // If the console is built, its page answers every path that is not a call.
      const isPage = String(beside.headers['content-type']).startsWith('text/html')
      expect([path, isPage || beside.statusCode === 404]).toEqual([path, true])
    }
  })

  test('openapi.json lists every call with its parameters and its reply', async () => {
    const response = await at.server.app.inject({ url: `${basePath}/openapi.json` })
    expect(response.statusCode).toBe(200)
    const { paths } = response.json<{
      paths: Record<string, Record<string, Operation>>
    }>()
    for (const [name, call] of calls) {
      const path = `${basePath}${call.path.replace(/:(\w+)/g, '{$1}')}`
      const operation = paths[path]?.[call.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(operation?.['x-policy']).toBe(call.policy)
      const expected = [...Object.keys(call.params?.shape ?? {}), ...Object.keys(call.query?.shape ?? {})]
      expect(operation?.parameters?.map(one => one.name) ?? []).toEqual(expect.arrayContaining(expected))
      const { responses = {} } = operation ?? {}
      expect(Object.keys(responses['200']?.headers ?? {})).toEqual([...(call.headers ?? [])])
      for (const code of problemsOf(call)) {
        expect(responses[String(problems[code].status)]?.description).toContain(code)
      }
    }
  })

  test('every reply is compared with what its handler returned', async () => {
    for (const name of [
      'conversations',
      'history',
      'historyFallback',
      'send',
      'markSeen',
      'unreadStats',
      'register',
      'capabilities',
      'tickets',
      'ticket',
      'ticketByNumber',
      'ticketList',
      'createTicket',
      'updateTicket',
      'setTicketPriority',
      'closeTicket',
      'reopenTicket',
      'issues',
      'issue',
      'createIssue',
      'resolveIssue',
      'reopenIssue',
      'attachMessage',
      'recogniseIntent',
      'executeIntent',
      'availableIntents',
      'collectSlot',
      'setConversationStatus',
      'setConversationTags',
      'snoozeConversation',
      'changeConversations',
      'undoConversations',
      'handOver',
      'availableAgents',
      'setAgentStatus',
      'setOwnStatus',
      'setFinishing',
      'people',
      'invitePerson',
      'editPerson',
      'makePasswordLink',
      'enablePerson',
      'settings',
      'retentionCounts',
      'backups',
      'allTemplates',
      'changeSettings',
      'setup',
      'jobs',
      'audit',
      'assign',
      'assignmentHistory',
      'notifyAgent',
      'pollNotifications',
      'readAllNotifications',
      'clearNotifications',
    ] as const) {
      await at.ann.get(name, sample(name))
    }
    expect(await at.ann.ask('signInDefaults')).toMatchObject({ status: 200 })
  })
})
