import { basePath } from '@parley/core/api'
import { Attachment } from '@parley/core/api/attachments'
import type { ConversationStatus } from '@parley/core/api/conversations'
import { pageSizes } from '@parley/core/live/load'
import { draws } from '@parley/core/read/readers.fixture'
import { applicationStatuses } from '@parley/core/words/applications'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAgent } from '../src/agents/add.ts'
import { agentOfEmail } from '../src/agents/queries.ts'
import { expireOffers, sweepGone } from '../src/assignments/sweep.ts'
import { lockConversation } from '../src/conversations/lock.ts'
import { write } from '../src/db/write.ts'
import { currentSeq } from '../src/live/log.ts'
import { AgentClient } from './agent-client.ts'
import { addApplication } from './applications.ts'
import { type ApplicationQuery, ConsoleModel } from './console-model.ts'
import { engines } from './database.ts'
import { disable } from './departure.ts'
import { password, startTestServer, type TestServer, unique } from './server.ts'
import { eventually } from './wait.ts'
import { envelope, statusWebhook, textWebhook } from './webhooks.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The law of frames: what was held, with the frames of an action applied, is what the server answers afterwards. */
class World {
  readonly at: TestServer
  readonly applicant: string
  readonly consoles: readonly ConsoleModel[]
  /** Whose sight is bounded; null in a workspace that bounds nobody's. */
  readonly cleo: AgentClient | null

  /** @param applicant a conversation whose customer's applications are shown beside it */
  constructor(at: TestServer, applicant: string, cleo: AgentClient | null) {
    this.at = at
    this.cleo = cleo
    this.applicant = applicant
    const queries = [
      {},
      { status: 'ACTIVE' },
      { status: 'RESOLVED' },
      { search: 'é' },
      { search: '+256 700 000 002' },
      { assignee_id: at.ann.id },
      { assignee_id: 'none', status: 'ACTIVE' },
      { has_open_issues: 'true' },
      { has_open_issues: 'false', status: 'ACTIVE' },
    ]
    const ofAnybody: readonly ApplicationQuery[] = [
      { kind: 'ipp', query: {} },
      { kind: 'ipp', query: { status: 'SUBMITTED' } },
      { kind: 'ipp', query: { range: 'TODAY', search: 'prossy' } },
      { kind: 'lib', query: { range: 'WEEK' } },
    ]
    // Whoever does not see that conversation has no list beside it.
    const applications = [...ofAnybody, { kind: 'ipp', query: { conversation_id: applicant } } as const]
    // One console holds everything, the other little more than it shows: most of what happens is behind its edges.
    const few = { conversations: 2, conversationsBehind: 3, messages: 3, applications: 2 }
    this.consoles = [
      new ConsoleModel(at.ann, { lists: queries, applications, pageSizes }, at.clock.now),
      new ConsoleModel(
        at.brian,
        { lists: queries, applications, pageSizes: few, byWork: true },
        at.clock.now,
      ),
      ...(cleo === null
        ? []
        : [new ConsoleModel(cleo, { lists: queries, applications: ofAnybody, pageSizes }, at.clock.now)]),
    ]
  }

  /** Compares once nothing moves any more between the frames and the answers; `whole` as for the consoles. */
  async compare(extent: { readonly whole?: boolean } = {}): Promise<void> {
    const { db } = this.at.database
    await eventually('a still moment to compare in', async () => {
      const before = await currentSeq(db)
      try {
        for (const console of this.consoles) {
          if (!console.isConnected) continue
          await console.reach(before)
          await console.compare(extent)
        }
      } catch (error) {
        // What moved while it was being compared proves nothing.
        if ((await currentSeq(db)) === before) throw error
        return false
      }
      return (await currentSeq(db)) === before
    })
  }

  say(phone: string, body: string, name: string | null = 'Nakato'): Promise<number> {
    return this.at.webhook(textWebhook(phone, `wamid.${unique()}`, body, name))
  }

  async conversationOf(phone: string): Promise<string> {
    const { reply } = await this.at.ann.get('conversations', { query: { search: phone } })
    const row = reply.find(one => one.status !== 'ARCHIVED')
    if (row === undefined) throw new Error(`No conversation of ${phone}`)
    return row.id
  }

  /** Sends, and answers the message's id. */
  async send(id: string, content: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const body = { client_message_id: unique(), content, ...more }
    return (await this.at.ann.get('send', { params: { id }, body })).reply.id
  }

  statusOf(message: string): Promise<string | undefined> {
    return this.at.database.db
      .selectFrom('messages')
      .select('status')
      .where('id', '=', Number(message))
      .executeTakeFirst()
      .then(row => row?.status)
  }

  becomes(message: string, status: string): Promise<boolean> {
    return eventually(
      `message ${message} to be ${status}`,
      async () => (await this.statusOf(message)) === status,
    )
  }

  async newestTicket(phone: string): Promise<string> {
    const query = { conversation_id: await this.conversationOf(phone) }
    const { reply } = await this.at.ann.get('tickets', { query })
    return reply[0]?.id ?? ''
  }

  /** Raises an issue, and answers its id. */
  async raiseIssue(phone: string, title: string): Promise<string> {
    const body = { conversation_id: await this.conversationOf(phone), title, category: 'PAYMENTS' }
    return (await this.at.ann.get('createIssue', { body })).reply.id
  }

  /** A customer's application arrives; answers its id. */
  async apply(kind: 'ipp' | 'lib', phone: string): Promise<string> {
    const conversationId = await this.conversationOf(phone)
    return addApplication(this.at.server.writer, { kind, conversationId, status: 'SUBMITTED' })
  }

  async setStatus(id: string, status: ConversationStatus): Promise<void> {
    await this.at.ann.get('setConversationStatus', { params: { id }, body: { status } })
  }

  /** Something that no call does yet, as an action would do it. */
  change(id: string, set: { assignee_id: number | null }): Promise<void> {
    return write(this.at.server.writer, async (tx, emit) => {
      const before = await lockConversation(tx, Number(id))
      await tx.updateTable('conversations').set(set).where('id', '=', Number(id)).execute()
      emit({ noun: 'conversation', id: Number(id), kind: 'handed' })
      for (const agent of [before.assignee_id, set.assignee_id ?? null]) {
        if (agent !== null) emit({ noun: 'agent', id: agent, kind: 'changed' })
      }
    })
  }

  /** Sets all agents to a status, which decides who hears of customers nobody has. */
  async status(status: string): Promise<void> {
    for (const one of [this.at.ann, this.at.brian, ...(this.cleo === null ? [] : [this.cleo])]) {
      await one.get('setAgentStatus', { params: { id: one.id }, body: { status } })
    }
  }

  /** Ann offers a conversation, to Brian where nobody else is named. */
  async offer(phone: string, agentId = this.at.brian.id): Promise<string> {
    const id = await this.conversationOf(phone)
    await this.at.ann.get('assign', { params: { id }, body: { agent_id: agentId } })
    return id
  }

  async upload(): Promise<string> {
    const parts = [
      '--cut\r\ncontent-disposition: form-data; name="file"; filename="pixel.png"\r\ncontent-type: image/png\r\n\r\n',
      Buffer.from(png, 'base64'),
      '\r\n--cut--\r\n',
    ]
    const response = await this.at.server.app.inject({
      method: 'POST',
      url: `${basePath}/attachments/documents/upload`,
      headers: {
        authorization: `Bearer ${this.at.ann.token}`,
        'content-type': 'multipart/form-data; boundary=cut',
      },
      payload: Buffer.concat(parts.map(part => Buffer.from(part))),
    })
    return Attachment.parse(response.json()).id
  }
}

const greet = (at: TestServer, phone: string): Promise<number> =>
  at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello', 'Nakato'))

const nakato = '256700000001'
const okello = '256700000002'
const newcomer = '256700000009'

const worlds = engines.flatMap(engine => [
  { ...engine, whom: 'two agents', isBounded: false },
  { ...engine, whom: 'two supervisors and an agent whose sight is bounded', isBounded: true },
])

/** An agent of a department in a workspace that leaves the conversations of the others to supervisors. */
async function bounded(at: TestServer): Promise<AgentClient> {
  const { ann, brian, server } = at
  await ann.get('editPerson', {
    params: { id: brian.id },
    body: { role: 'SUPERVISOR', department: 'Claims' },
  })
  await ann.get('changeSettings', { body: { settings: { colleague_conversations: 'supervisors' } } })
  const email = 'cleo@parley.example'
  await addAgent(server.writer, { email, password, department: 'Life' })
  return AgentClient.signIn(server.app, at.url, email, password)
}

describe.each(worlds)('for $whom on $name, frames give what a fresh answer gives', ({ open, isBounded }) => {
  let world: World
  beforeAll(async () => {
    const at = await startTestServer(open)
    const cleo = isBounded ? await bounded(at) : null
    for (const phone of [nakato, okello, '256700000003', '256700000004']) await greet(at, phone)
    const { reply } = await at.ann.get('conversations', { query: { search: nakato } })
    const applicant = reply[0]?.id ?? ''
    world = new World(at, applicant, cleo)
    for (const kind of ['ipp', 'ipp', 'ipp', 'lib'] as const) await world.apply(kind, okello)
    for (const console of world.consoles) await console.connect()
  })
  afterAll(() => world.at.close())

  const actions: Record<string, () => Promise<unknown>> = {
    // The list of two rows holds neither this one nor the one before it.
    'a conversation behind the first page changes': async () => {
      const id = await world.conversationOf(nakato)
      await world.change(id, { assignee_id: Number(world.at.brian.id) })
      await world.compare()
      await world.change(id, { assignee_id: null })
    },
    '[WS-03 WS-04 CONV-03] a customer writes': () => world.say(nakato, 'And another thing: é'),
    '[CONV-03] a new customer writes': () => world.say(newcomer, 'First', null),
    'a customer’s name becomes known': async () => {
      await world.say('256700000010', 'Nobody knows me', null)
      await world.compare()
      await world.say('256700000010', 'Now they do', 'Élise')
    },
    'an agent answers, and the ticks rise': async () => {
      await world.at.simulator.connection(`+${nakato}`, true)
      const id = await world.send(await world.conversationOf(nakato), 'An answer')
      await world.becomes(id, 'delivered')
      await world.compare()
      await world.at.simulator.read(`+${nakato}`)
      await world.becomes(id, 'read')
    },
    'a message fails, and is tried again': async () => {
      await world.at.simulator.fault('bare-500')
      const id = await world.send(await world.conversationOf(nakato), 'Lost?')
      await world.becomes(id, 'unknown')
      await world.compare()
      await world.at.ann.get('retry', { params: { id } })
      await world.becomes(id, 'delivered')
    },
    'WhatsApp refuses a message later': async () => {
      await world.at.simulator.connection(`+${nakato}`, false)
      const id = await world.send(await world.conversationOf(nakato), 'Refused')
      await world.becomes(id, 'sent')
      const attempt = await world.at.database.db
        .selectFrom('attempts')
        .select('wamid')
        .where('message_id', '=', Number(id))
        .executeTakeFirstOrThrow()
      const errors = [{ code: 131026, title: 'Undeliverable' }]
      expect(await world.at.webhook(statusWebhook(attempt.wamid ?? '', 'failed', { errors }))).toBe(200)
      await world.becomes(id, 'failed')
    },
    'an agent answers with a file': async () => {
      await world.at.simulator.connection(`+${nakato}`, true)
      const id = await world.send(await world.conversationOf(nakato), 'See this', {
        document_id: await world.upload(),
      })
      await world.becomes(id, 'delivered')
    },
    'a picture comes and is fetched': async () => {
      await world.at.simulator.write(`+${okello}`, {
        type: 'image',
        data_base64: png,
        filename: 'pixel.png',
        mime_type: 'image/png',
      })
      await eventually('the picture to be there', async () => {
        const id = await world.conversationOf(okello)
        const { reply } = await world.at.ann.get('history', { params: { id } })
        return reply.messages.some(message => message.attachments.some(file => file.state === 'ready'))
      })
    },
    '[API-22] the first agent has seen some, then all': async () => {
      const id = await world.conversationOf(nakato)
      const { reply } = await world.at.ann.get('history', { params: { id } })
      const first = reply.messages.find(message => message.inbound_no === 1)
      await world.at.ann.get('markSeen', { params: { id }, body: { up_to: first?.id } })
      await world.compare()
      await world.at.ann.get('markSeen', { params: { id } })
    },
    '[API-22] the second agent has seen all': async () => {
      await world.at.brian.get('markSeen', { params: { id: await world.conversationOf(nakato) } })
    },
    '[Q-017] an agent sets each status, and the tags': async () => {
      const id = await world.conversationOf(okello)
      for (const status of ['RESOLVED', 'DORMANT', 'ARCHIVED', 'ACTIVE'] as const) {
        await world.setStatus(id, status)
        await world.compare()
      }
      await world.at.brian.get('setConversationTags', { params: { id }, body: { tags: ['vip', 'é'] } })
    },
    '[API-43] a ticket is raised, and a second one': async () => {
      const raised = { conversation_id: await world.conversationOf(okello), title: 'First' }
      await world.at.ann.get('createTicket', { body: raised })
      await world.compare()
      world.at.clock.advance(1)
      await world.at.brian.get('createTicket', { body: { ...raised, title: 'Second', status: 'ASSIGNED' } })
    },
    '[API-41 API-42] a ticket is edited': async () => {
      const params = { id: await world.newestTicket(okello) }
      const body = { title: 'Edited', agent_notes: 'Rang', status: 'IN_PROGRESS' }
      await world.at.brian.get('updateTicket', { params, body })
      await world.compare()
      await world.at.ann.get('setTicketPriority', { params, body: { priority: 'URGENT' } })
    },
    '[TICKET-25] a ticket is resolved, and the other one stands for the conversation': async () => {
      const params = { id: await world.newestTicket(okello) }
      await world.at.ann.get('updateTicket', { params, body: { status: 'RESOLVED' } })
      await world.compare()
      await world.at.ann.get('updateTicket', { params, body: { resolution: 'Paid' } })
      await world.compare()
      await world.at.ann.get('closeTicket', { params })
      await world.compare()
      await world.at.brian.get('reopenTicket', { params, body: { reason: 'Not paid' } })
    },
    '[ISSUE-04 ISSUE-05 ISSUE-07] an issue is raised, resolved and reopened': async () => {
      const params = { id: await world.raiseIssue(nakato, 'First') }
      await world.compare()
      await world.raiseIssue(nakato, 'Second')
      await world.compare()
      await world.at.brian.get('resolveIssue', { params, body: { resolution_summary: 'Paid' } })
      await world.compare()
      await world.at.ann.get('reopenIssue', { params, body: { reason: 'Not paid' } })
    },
    '[API-24 COMP-11] messages are attached to an issue, old ones and a new one': async () => {
      const params = { id: await world.raiseIssue(okello, 'With messages') }
      const conversation = await world.conversationOf(okello)
      const { reply } = await world.at.ann.get('history', { params: { id: conversation } })
      for (const message of reply.messages.slice(0, 2)) {
        await world.at.brian.get('attachMessage', { params, body: { message_id: message.id } })
      }
      await world.compare()
      await world.send(conversation, 'About your issue', { issue_id: params.id })
    },
    '[DATA-33 CDET-17 WS-04] an application arrives, and one of somebody else': async () => {
      await world.apply('ipp', nakato)
      await world.apply('lib', nakato)
      await world.compare()
      await world.apply('ipp', okello)
    },
    '[APPD-09 APPD-11 DATA-44] its status, its flags and its notes change': async () => {
      const params = { id: await world.apply('ipp', nakato) }
      await world.compare()
      for (const status of applicationStatuses) {
        world.at.clock.advance(1)
        await world.at.ann.get('setIppApplicationStatus', { params, body: { status, notes: status } })
      }
      await world.at.brian.get('addIppApplicationNote', { params, body: { content: 'Called' } })
      await world.compare()
      await world.at.brian.get('setIppApplicationFlags', { params, body: { flags: { id_verified: true } } })
    },
    'a conversation is given to an agent, a colleague works on it, and it is taken away': async () => {
      const id = await world.conversationOf(okello)
      await world.change(id, { assignee_id: Number(world.at.ann.id) })
      await world.compare()
      const { ann, brian } = world.at
      const params = { id: await world.newestTicket(okello) }
      const kinds = async () => (await ann.get('pollNotifications')).reply.map(notice => notice.type)
      await brian.get('updateTicket', { params, body: { status: 'IN_PROGRESS' } })
      await brian.get('setConversationStatus', { params: { id }, body: { status: 'DORMANT' } })
      expect(await kinds()).toEqual(expect.arrayContaining(['status', 'ticket']))
      await world.compare()
      await brian.get('updateTicket', { params, body: { agent_notes: 'Rang again' } })
      await world.compare()
      await ann.get('closeTicket', { params })
      await ann.get('setConversationStatus', { params: { id }, body: { status: 'ACTIVE' } })
      expect(await kinds()).not.toEqual(expect.arrayContaining(['ticket']))
      await world.compare()
      await world.change(id, { assignee_id: null })
    },
    '[CONV-02] a resolved and a dormant conversation wake': async () => {
      for (const status of ['RESOLVED', 'DORMANT'] as const) {
        await world.setStatus(await world.conversationOf(okello), status)
        await world.compare()
        await world.say(okello, `After ${status}`)
        await world.compare()
      }
    },
    'a customer with an archived conversation writes anew': async () => {
      await world.setStatus(await world.conversationOf(okello), 'ARCHIVED')
      await world.compare()
      await world.say(okello, 'Hello again')
    },
    'a message that WhatsApp withheld at first': async () => {
      const id = `wamid.${unique()}`
      const ghost = {
        from: okello,
        id,
        timestamp: '1772441900',
        type: 'unsupported',
        errors: [{ code: 131060 }],
      }
      expect(await world.at.webhook(envelope({ messages: [ghost] }))).toBe(200)
      await world.compare()
      expect(await world.at.webhook(textWebhook(okello, id, 'The real words'))).toBe(200)
      const { reply } = await world.at.ann.get('conversations', { query: { search: 'real words' } })
      expect(reply).toHaveLength(1)
    },
    'WhatsApp itself says something': () =>
      world.at.webhook(
        envelope({
          messages: [
            {
              from: okello,
              id: `wamid.${unique()}`,
              timestamp: '1772441900',
              type: 'system',
              system: { body: 'The number changed', type: 'user_changed_number' },
            },
          ],
        }),
      ),
    'an agent becomes available, then offline, then available': async () => {
      await world.status('AVAILABLE')
      await world.compare()
      await world.status('AWAY')
      await world.compare()
      await world.status('AVAILABLE')
    },
    'agents are added, and disabled with what they have and were offered': async () => {
      const email = `${unique()}@parley.example`
      await addAgent(world.at.server.writer, { email, password: 'plums and 7 pears' })
      await world.compare()
      const colleague = { name: 'Élise', email: `${unique()}@parley.example`, password: 'plums and 7 pears' }
      await world.at.ann.get('register', { body: colleague })
      await world.compare()
      const { id } = await agentOfEmail(world.at.database.db, email)
      await world.change(await world.conversationOf(nakato), { assignee_id: id })
      await world.offer(okello, String(id))
      await world.compare()
      await disable(world.at.server.writer, email)
    },
    'a customer nobody has writes, and everybody available hears of it': () => world.say(okello, 'Anybody?'),
    'notices are read, left, all read and cleared': async () => {
      const { ann, brian } = world.at
      await ann.get('notifyAgent', { params: { id: brian.id }, body: { type: 'info', message: 'Lunch?' } })
      await world.compare()
      const [notice] = (await brian.get('pollNotifications')).reply
      await brian.get('readNotification', { params: { id: notice?.id ?? '' } })
      await world.compare()
      await brian.get('readAllNotifications')
      await world.compare()
      await ann.get('clearNotifications')
    },
    'an offer is made, replaced and rejected': async () => {
      await world.offer(okello)
      await world.compare()
      const id = await world.offer(okello)
      await world.compare()
      await world.at.brian.get('rejectHandoff', { params: { id }, body: { reason: 'At lunch' } })
    },
    'an offer is accepted, and the conversation taken over': async () => {
      const id = await world.offer(okello)
      await world.say(okello, 'Still there?')
      await world.compare()
      await world.at.brian.get('acceptHandoff', { params: { id } })
      await world.compare()
      await world.at.ann.get('assign', { params: { id }, body: { agent_id: world.at.ann.id } })
    },
    'a conversation is claimed from the queue': async () => {
      await world.say('256700000011', 'Who takes me?')
      await world.compare()
      await world.at.brian.get('acceptHandoff', {
        params: { id: await world.conversationOf('256700000011') },
      })
    },
    'nobody answers an offer': async () => {
      await world.offer(nakato)
      await world.compare()
      world.at.clock.advance(5 * 60)
      await expireOffers(world.at.server.writer)
    },
    'the agent an offer was made to goes away': async () => {
      await world.offer(nakato)
      await world.compare()
      await world.at.brian.get('setAgentStatus', {
        params: { id: world.at.brian.id },
        body: { status: 'OFFLINE' },
      })
      await world.compare()
      await sweepGone(world.at.server.writer)
    },
    'presence lapses, and comes back with the next ping': async () => {
      world.at.clock.advance(61)
      await sweepGone(world.at.server.writer)
    },
    'an older message comes late': () =>
      world.at.webhook(
        envelope({
          messages: [
            {
              from: nakato,
              id: `wamid.${unique()}`,
              timestamp: '1772000000',
              type: 'text',
              text: { body: 'Written long ago' },
            },
          ],
        }),
      ),
  }
  // Each of these takes conversations into a sight and out of it.
  const ofSight: Record<string, (cleo: AgentClient) => Promise<unknown>> = {
    '[Q-176] another department takes a conversation, works on it, and gives it to her': async cleo => {
      const { ann, brian } = world.at
      const id = await world.conversationOf(nakato)
      await world.change(id, { assignee_id: Number(brian.id) })
      await world.compare()
      await world.say(nakato, 'Not for everybody')
      await world.apply('ipp', nakato)
      await world.raiseIssue(nakato, 'Unseen')
      await ann.get('createTicket', { body: { conversation_id: id, title: 'Unseen' } })
      await world.compare()
      await world.change(id, { assignee_id: Number(cleo.id) })
      await world.compare()
      await cleo.get('setConversationTags', { params: { id }, body: { tags: ['hers'] } })
    },
    '[Q-176] what another department has is offered to her, and she rejects it, and takes it': async cleo => {
      const id = await world.conversationOf(okello)
      await world.change(id, { assignee_id: Number(world.at.ann.id) })
      await world.compare()
      await world.offer(okello, cleo.id)
      await world.compare()
      await cleo.get('rejectHandoff', { params: { id } })
      await world.compare()
      await world.offer(okello, cleo.id)
      await cleo.get('acceptHandoff', { params: { id } })
    },
    '[Q-176] she hands on what she has': async cleo => {
      const id = await world.offer(okello, cleo.id)
      await cleo.ask('acceptHandoff', { params: { id } })
      await world.compare()
      await cleo.get('assign', { params: { id }, body: { agent_id: world.at.brian.id } })
      await world.compare()
      await world.at.brian.get('acceptHandoff', { params: { id } })
    },
    '[Q-176] departments, roles and the setting change': async cleo => {
      const { ann, brian } = world.at
      const edit = (body: object) => ann.get('editPerson', { params: { id: cleo.id }, body })
      await world.change(await world.conversationOf(nakato), { assignee_id: Number(brian.id) })
      await world.compare()
      await edit({ department: 'claims' })
      await world.compare({ whole: true })
      await edit({ department: 'Life' })
      await world.compare({ whole: true })
      await edit({ role: 'SUPERVISOR' })
      await world.compare({ whole: true })
      await edit({ role: 'AGENT' })
      await world.compare({ whole: true })
      for (const who of ['everybody', 'supervisors']) {
        await ann.get('changeSettings', { body: { settings: { colleague_conversations: who } } })
        await world.compare({ whole: true })
      }
    },
    '[Q-176] it all happens while her line is cut': async cleo => {
      const [, , console] = world.consoles
      const id = await world.conversationOf(okello)
      await world.change(id, { assignee_id: Number(cleo.id) })
      await world.compare()
      console?.cut()
      await world.change(id, { assignee_id: Number(world.at.ann.id) })
      await world.say(okello, 'While she is away')
      await world.change(await world.conversationOf(nakato), { assignee_id: null })
      await console?.connect()
      await world.compare()
      console?.cut()
      await world.at.ann.get('editPerson', { params: { id: cleo.id }, body: { department: 'Claims' } })
      await world.change(id, { assignee_id: Number(world.at.brian.id) })
      await console?.connect()
      await world.compare({ whole: true })
      await world.at.ann.get('editPerson', { params: { id: cleo.id }, body: { department: 'Life' } })
    },
  }
  test.runIf(isBounded).each(Object.entries(ofSight))('%s', async (_, act) => {
    if (world.cleo === null) throw new Error('Nobody is bounded')
    world.at.clock.advance(1)
    await world.status('AVAILABLE')
    await act(world.cleo)
    await world.compare()
  })

  test.runIf(!isBounded).each(Object.entries(actions))('%s', async (_, act) => {
    world.at.clock.advance(1)
    await act()
    await world.compare()
  })

  test('everything that was touched by none of these is what it was', () => world.compare({ whole: true }))

  test('250 random actions with random cuts', { timeout: 400_000 }, async () => {
    const draw = draws(20_260_302)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
    const phones = Array.from({ length: 6 }, (_, index) => `25670000010${index}`)
    for (const phone of phones) await world.say(phone, 'Start')
    const cleos = world.cleo === null ? [] : [Number(world.cleo.id)]
    const late: (() => Promise<void>)[] = []
    const applications: string[] = []
    const anyMessage = async () => {
      const { reply } = await world.at.ann.get('history', {
        params: { id: await world.conversationOf(pick(phones)) },
      })
      return pick(reply.messages)
    }
    const moves: readonly [number, () => Promise<unknown>][] = [
      [6, () => world.say(pick(phones), `Words ${draw().toFixed(3)}`, pick([null, 'Nakato', 'Élodie']))],
      [4, async () => world.send(await world.conversationOf(pick(phones)), `Answer ${draw().toFixed(3)}`)],
      [
        1,
        () =>
          world.at.simulator.fault(
            pick(['bare-500', 'status-first', 'answer-lost', 'reset', 'webhook-duplicate']),
          ),
      ],
      [2, async () => world.at.ann.ask('retry', { params: { id: (await anyMessage()).id } })],
      [
        2,
        async () =>
          pick([world.at.ann, world.at.brian]).ask('markSeen', {
            params: { id: (await anyMessage()).conversation_id },
          }),
      ],
      [
        2,
        async () => {
          const { id, conversation_id } = await anyMessage()
          return pick([world.at.ann, world.at.brian]).ask('markSeen', {
            params: { id: conversation_id },
            body: { up_to: id },
          })
        },
      ],
      [
        1,
        async () =>
          world.change(await world.conversationOf(pick(phones)), {
            assignee_id: pick([null, Number(world.at.ann.id), Number(world.at.brian.id), ...cleos]),
          }),
      ],
      [
        1,
        async () => {
          const phone = pick(phones)
          await world.setStatus(await world.conversationOf(phone), 'ARCHIVED')
          await world.say(phone, 'A new one')
        },
      ],
      [
        1,
        async () =>
          pick([world.at.ann, world.at.brian]).ask('setConversationStatus', {
            params: { id: (await anyMessage()).conversation_id },
            body: { status: pick(['ACTIVE', 'RESOLVED', 'DORMANT']) },
          }),
      ],
      [
        1,
        async () => {
          const raised = { conversation_id: await world.conversationOf(pick(phones)), title: 'Random' }
          return world.at.ann.get('createTicket', { body: raised })
        },
      ],
      [
        2,
        async () => {
          const params = { id: await world.newestTicket(pick(phones)) }
          const status = pick(['IN_PROGRESS', 'RESOLVED', 'CLOSED', 'REOPENED'])
          const body = { status, agent_notes: pick([undefined, 'Rang']) }
          return pick([world.at.ann, world.at.brian]).ask('updateTicket', { params, body })
        },
      ],
      [
        1,
        async () => {
          const issue_id = await world.raiseIssue(pick(phones), 'Random')
          const { reply } = await world.at.ann.get('issue', { params: { id: issue_id } })
          await world.send(reply.conversation_id, 'For the issue', { issue_id })
        },
      ],
      [
        3,
        async () => {
          const message = await anyMessage()
          const query = { conversation_id: message.conversation_id }
          const { reply } = await world.at.brian.get('issues', { query })
          if (reply.length === 0) return
          const params = { id: pick(reply).id }
          await world.at.ann.ask('attachMessage', { params, body: { message_id: message.id } })
          await world.at.brian.ask('resolveIssue', { params, body: { resolution_summary: 'Paid' } })
          if (draw() < 0.5) await world.at.brian.ask('reopenIssue', { params, body: { reason: 'Not paid' } })
        },
      ],
      [2, async () => applications.push(await world.apply('ipp', pick([nakato, ...phones])))],
      [
        4,
        async () => {
          if (applications.length === 0) return
          const params = { id: pick(applications) }
          const agent = pick([world.at.ann, world.at.brian])
          await agent.ask('setIppApplicationStatus', { params, body: { status: pick(applicationStatuses) } })
          if (draw() < 0.3) await agent.ask('addIppApplicationNote', { params, body: { content: 'Rang' } })
          if (draw() < 0.3) {
            const body = { flags: { income_verified: draw() < 0.5 } }
            await agent.ask('setIppApplicationFlags', { params, body })
          }
        },
      ],
      [1, async () => world.at.simulator.read(`+${pick(phones)}`)],
      [
        3,
        async () =>
          pick([world.at.ann, world.at.brian]).ask('assign', {
            params: { id: await world.conversationOf(pick(phones)) },
            body: { agent_id: pick([world.at.ann.id, world.at.brian.id, ...cleos.map(String)]) },
          }),
      ],
      [
        3,
        async () =>
          pick([world.at.ann, world.at.brian]).ask(pick(['acceptHandoff', 'rejectHandoff'] as const), {
            params: { id: await world.conversationOf(pick(phones)) },
          }),
      ],
      [1, () => world.status(pick(['AVAILABLE', 'AVAILABLE', 'OFFLINE']))],
      [1, () => expireOffers(world.at.server.writer)],
      [1, () => pick([world.at.ann, world.at.brian]).ask('readAllNotifications')],
      [
        1,
        async () => {
          const agent = pick([world.at.ann, world.at.brian])
          const { reply } = await agent.get('pollNotifications')
          if (reply.length > 0) await agent.ask('readNotification', { params: { id: pick(reply).id } })
        },
      ],
      [
        2,
        async () => {
          const console = pick(world.consoles)
          if (console.isConnected) console.cut()
          else await console.connect()
        },
      ],
      [
        1,
        async () => {
          const [console] = world.consoles
          if (console?.isConnected)
            late.push(await console.openLate(await world.conversationOf(pick(phones))))
        },
      ],
    ]
    const bag = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move))
    for (let step = 1; step <= 250; step += 1) {
      if (draw() < 0.5) world.at.clock.advance(pick([0.001, 1, 2]))
      await pick(bag)()
      if (step % 10 !== 0) continue
      for (const console of world.consoles) if (!console.isConnected) await console.connect()
      const before = await currentSeq(world.at.database.db)
      for (const console of world.consoles) await console.reach(before)
      for (const install of late.splice(0)) await install()
      await world.compare({ whole: step % 50 === 0 })
    }
  })
})
