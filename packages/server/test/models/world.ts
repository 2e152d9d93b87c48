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
 * A server, and consoles that hold what it answers and follow its frames. The law: what was held, with the frames of an
 * action applied, is what the server answers afterwards.
 */
export class World {
  readonly at: TestServer
  readonly consoles: readonly ConsoleModel[]
  /** Whose sight is bounded; null in a workspace that bounds nobody's. */
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
    // One console holds everything, the other little more than it shows: most of what happens is behind its edges.
    const few = { conversations: 2, conversationsBehind: 3, messages: 3 }
    const console = (client: AgentClient, sizes = pageSizes) =>
      new ConsoleModel(client, { lists: queries, pageSizes: sizes }, at.clock.now)
    this.consoles = [console(at.ann), console(at.brian, few), ...(cleo === null ? [] : [console(cleo)])]
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

  /** Compares in the middle of an action. Only the long tests do so. */
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
    return write(this.at.server.writer, async (tx, publish) => {
      const before = await lockConversation(tx, Number(id))
      await tx.updateTable('conversations').set(set).where('id', '=', Number(id)).execute()
      publish({ noun: 'conversation', id: Number(id), kind: 'handed' })
      for (const agent of [before.assignee_id, set.assignee_id ?? null]) {
        if (agent !== null) publish({ noun: 'agent', id: agent, kind: 'changed' })
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

export const nakato = '256700000001'
export const okello = '256700000002'
export const newcomer = '256700000009'

/**
 * Starts one with four customers, and two agents with a console each.
 * @param third signs in somebody whose sight is bounded
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
