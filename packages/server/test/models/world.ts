import { basePath } from '@parley/core/calls'
import { Attachment } from '@parley/core/attachments/api'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { pageSizes } from '@parley/core/live/load'
import { lockConversation } from '../../src/conversations/lock.ts'
import { write } from '../../src/db/write.ts'
import { currentSeq } from '../../src/live/log.ts'
import type { AgentClient } from './agent-client.ts'
import { addApplication } from './applications.ts'
import { ConsoleModel } from './console-model.ts'
import { isLong } from '../long.ts'
import { startTestServer, type TestServer, unique } from '../server.ts'
import { eventually } from '../wait.ts'
import { textWebhook } from './webhooks.ts'

export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * A server, and consoles that cache its responses and apply its events. The invariant: after an action's events, cached data
 * equals
 * the server's response.
 */
export class World {
  readonly at: TestServer
  readonly consoles: readonly ConsoleModel[]
  /** An agent with a limited visibility scope; null: the workspace limits none. */
  readonly cleo: AgentClient | null

  constructor(at: TestServer, cleo: AgentClient | null) {
    this.at = at
    this.cleo = cleo
    const queries = [
      {},
      { status: 'ACTIVE' },
      { status: 'RESOLVED' },
      { search: 'é' },
      { search: '+256 700 000 002' },
      { assignee_id: at.ann.id },
      { assignee_id: 'none', status: 'ACTIVE' },
      { order: 'oldest' },
      { queue: 'waiting' },
      { queue: 'open', assignee_id: at.ann.id },
      { queue: 'open', assignee_id: 'none' },
      { queue: 'closing' },
      { queue: 'snoozed' },
      { mentioned_id: at.ann.id },
      { mentioned_id: at.brian.id },
      { has_open_issues: 'true' },
      { has_open_issues: 'false', status: 'ACTIVE' },
    ]
    // One console caches everything. The other caches little more than it shows, so most changes are outside its cache.
    const few = { conversations: 2, conversationsBehind: 3, messages: 3 }
    const console = (client: AgentClient, sizes = pageSizes) =>
      new ConsoleModel(client, { lists: queries, pageSizes: sizes }, at.clock.now)
    this.consoles = [console(at.ann), console(at.brian, few), ...(cleo === null ? [] : [console(cleo)])]
  }

  /** Compares while no event arrives; `whole` as for the consoles. */
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
        // A change during the comparison makes its result meaningless.
        if ((await currentSeq(db)) === before) throw error
        return false
      }
      return (await currentSeq(db)) === before
    })
  }

  /** Compares in the middle of an action, in the long tests only. */
  async compareBetween(extent: { readonly whole?: boolean } = {}): Promise<void> {
    if (isLong) await this.compare(extent)
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

  /** Sends a reply, and returns the message's id. */
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

  /** Raises an issue, and returns its id. */
  async raiseIssue(phone: string, title: string): Promise<string> {
    const body = { conversation_id: await this.conversationOf(phone), title, category: 'PAYMENTS' }
    return (await this.at.ann.get('createIssue', { body })).reply.id
  }

  /** A customer's application arrives; returns its id. */
  async apply(kind: 'ipp' | 'lib', phone: string): Promise<string> {
    const conversationId = await this.conversationOf(phone)
    return addApplication(this.at.server.writer, { kind, conversationId, status: 'SUBMITTED' })
  }

  async setStatus(id: string, status: ConversationStatus): Promise<void> {
    await this.at.ann.get('setConversationStatus', { params: { id }, body: { status } })
  }

  /** Changes a field that no call changes yet, as an action does. */
  change(id: string, set: { assignee_id: number | null }): Promise<void> {
    return write(this.at.server.writer, async ({ tx, publish }) => {
      const before = await lockConversation(tx, Number(id))
      await tx.updateTable('conversations').set(set).where('id', '=', Number(id)).execute()
      publish({ noun: 'conversation', id: Number(id), kind: 'handed' })
      for (const agent of [before.assignee_id, set.assignee_id ?? null]) {
        if (agent !== null) publish({ noun: 'agent', id: agent, kind: 'changed' })
      }
    })
  }

  /** Sets the status of all agents, which decides who is notified of unassigned customers. */
  async status(status: string): Promise<void> {
    for (const one of [this.at.ann, this.at.brian, ...(this.cleo === null ? [] : [this.cleo])]) {
      await one.get('setAgentStatus', { params: { id: one.id }, body: { status } })
    }
  }

  /** Ann offers a conversation, by default to Brian. */
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

export const nakato = '256700000001'
export const okello = '256700000002'
export const newcomer = '256700000009'

/**
 * Starts a world with four customers, and two agents with a console each.
 * @param third signs in an agent with a limited visibility scope
 */
export async function startWorld(third?: (at: TestServer) => Promise<AgentClient>): Promise<World> {
  const at = await startTestServer()
  const cleo = third === undefined ? null : await third(at)
  for (const phone of [nakato, okello, '256700000003', '256700000004'])
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello', 'Nakato'))
  const world = new World(at, cleo)
  for (const kind of ['ipp', 'ipp', 'ipp', 'lib'] as const) await world.apply(kind, okello)
  for (const console of world.consoles) await console.connect()
  return world
}
