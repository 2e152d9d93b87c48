import type { Assignment } from '@parley/core/assignments/api'
import type { ConversationRow } from '@parley/core/conversations/api'
import type { SendBody, ViewedMessage } from '@parley/core/messages/api'
import { expect } from 'vitest'
import type * as z from 'zod'
import { type Opening, openConsole } from './console.tsx'
import type { FakeApi } from './fake-api.ts'
import { agent, assignment, brian, conversation, customer, me, message } from './samples.ts'
import { messageWith } from './screen.ts'

type Row = z.input<typeof ConversationRow>
type Message = z.input<typeof ViewedMessage>
type Named = { readonly id: string; readonly name: string }
type Offered = z.input<typeof Assignment>

export const carol = agent({ id: '3', user_id: '3', name: 'Carol', user_name: 'carol' })
const team = [me, brian, carol]

/** Conversations, and the messages in them, have ids of their own: the page remembers what was sent and written in each. */
let lastId = 5_000
const nextId = () => String((lastId += 1))

/** A conversation on the server, whose customer has written. The console hears of each change. */
export class ServedConversation {
  readonly id = nextId()
  readonly messages: Message[] = []
  row: Row
  /** Its offers, oldest first. */
  history: Offered[] = []
  readonly #api: FakeApi

  constructor(api: FakeApi, texts: readonly string[] = ['Hello'], fields: Partial<Row> = {}) {
    this.#api = api
    const written = texts.map((content, at) => this.#made({ content, inbound_no: at + 1 }))
    this.messages.push(...written)
    this.row = conversation({
      id: this.id,
      user: customer('Nakato Prossy'),
      inbound_no: texts.length,
      seen_no: texts.length,
      last_message: lastOf(this.messages.at(-1)),
      reach: { has_window: false, wrote_at: null, closes_at: null, unreachable: null },
      ...fields,
    })
    api.answer('history', () => ({ messages: this.messages }))
    api.answer('assignmentHistory', () => ({ assignment_history: this.history }))
    api.answer('assign', ({ body }) => {
      const to = team.find(({ id }) => id === body?.agent_id)
      if (to === undefined) throw new Error('Nobody of the team has this id')
      if (body?.as === 'owner') this.offerTo(to, to)
      else this.offerTo(to)
      return { assignment_history: this.history }
    })
    api.answer('withdrawOffer', () => {
      this.end('withdrawn')
      return { assignment_history: this.history }
    })
    api.answer('acceptHandoff', () => {
      if (this.row.offer === null) this.offerTo(me)
      else this.end('accepted')
      return { assignment_history: this.history }
    })
    api.answer('rejectHandoff', ({ body }) => {
      this.end('rejected', body?.reason ?? 'Not interested')
      return { assignment_history: this.history }
    })
    this.takesMessages()
  }

  /** The server takes what is sent, from now on. */
  takesMessages(): void {
    this.#api.answer('send', ({ body }) => {
      const { is_read: _, ...stored } = this.store(body)
      return { ...stored, agent_id: me.id, agent_name: me.name }
    })
  }

  #made(fields: Partial<Message>): Message {
    const at = new Date(Date.UTC(2026, 2, 2, 9) + Number(nextId()) * 1_000).toISOString()
    return message({ id: String(lastId), conversation_id: this.id, created_at: at, ...fields })
  }

  /** Changes the row. */
  change(fields: Partial<Row>): void {
    this.row = { ...this.row, ...fields }
    const { seen_no: _, unread_count: __, ...state } = this.row
    this.#api.publish({ event: 'conversation', data: state })
  }

  /** Changes who has it or is offered it, as the server tells it: the row, and that the history is another. */
  #changeOffer(fields: Partial<Row>): void {
    this.change(fields)
    this.#api.publish({ event: 'assignment', data: { id: this.id, conversation_id: this.id } })
  }

  /** An agent offers it to another for five minutes; to oneself it is taken at once. */
  offerTo(to: Named, by: Named = me, deadline = new Date(Date.now() + 5 * 60_000)): void {
    const offered_at = new Date().toISOString()
    const told = {
      id: nextId(),
      agent_id: to.id,
      agent_name: to.name,
      by: { id: by.id, name: by.name },
      offered_at,
    }
    const isOwn = to.id === by.id
    this.history = [
      ...this.history.map(one =>
        one.ended_at === null ? ({ ...one, state: 'withdrawn', ended_at: offered_at } as const) : one,
      ),
      assignment({ ...told, state: isOwn ? 'accepted' : 'offered', ended_at: isOwn ? offered_at : null }),
    ]
    if (isOwn) this.#changeOffer({ agent: { id: to.id, name: to.name }, offer: null })
    else this.#changeOffer({ offer: { ...told, deadline: deadline.toISOString() } })
  }

  /** The open offer ends. */
  end(state: 'accepted' | 'rejected' | 'expired' | 'withdrawn', reason: string | null = null): void {
    const open = this.history.at(-1)
    if (open === undefined) throw new Error('There was no offer')
    this.history = [
      ...this.history.slice(0, -1),
      { ...open, state, reason, ended_at: new Date().toISOString() },
    ]
    const agent = state === 'accepted' ? { id: open.agent_id, name: open.agent_name } : this.row.agent
    this.#changeOffer({ agent, offer: null })
  }

  /** A message that no event tells of. */
  unheard(fields: Partial<Message>): Message {
    return this.#made(fields)
  }

  /** Somebody else's message comes, or one changes. */
  publishMessage(fields: Partial<Message>): Message {
    const at = this.messages.findIndex(({ id }) => id === fields.id)
    const known = this.messages[at]
    const said = known === undefined ? this.#made(fields) : { ...known, ...fields }
    if (known === undefined) this.messages.push(said)
    else this.messages[at] = said
    const { is_read: _, ...plain } = said
    this.#api.publish({ event: known === undefined ? 'new_message' : 'message', data: plain })
    return said
  }

  /** Stores the viewer's own message. */
  store(body: SendBody | undefined, fields: Partial<Message> = {}): Message {
    return this.publishMessage({
      content: body?.content ?? '',
      direction: 'OUTBOUND',
      source: 'AGENT',
      status: 'sent',
      sender_id: me.id,
      sender_name: me.name,
      client_message_id: body?.client_message_id ?? null,
      ...fields,
    })
  }
}

/** What a row says of its last message. */
const lastOf = (last: Message | undefined): Row['last_message'] => {
  if (last === undefined) return null
  const { id, content, created_at, message_type, direction, source, sender_id, sender_name } = last
  const told = { id, content, created_at, message_type, direction, source, sender_id, sender_name }
  return { ...told, has_attachments: false }
}

/** The server has these conversations, and the team of three. */
export function serve(api: FakeApi, ...served: readonly ServedConversation[]): void {
  api.answer('availableAgents', team)
  api.answer('conversations', ({ query: { conversation_id: wanted } }) =>
    served.flatMap(({ row }) => (wanted === undefined || wanted.split(',').includes(row.id) ? [row] : [])),
  )
}

interface Replying extends Pick<Opening, 'size' | 'logs' | 'role'> {
  readonly texts?: readonly string[]
  readonly row?: Partial<Row>
  readonly given?: (api: FakeApi, served: ServedConversation) => void
  /** The thread is not waited for. */
  readonly withoutThread?: true
}

/** Opens a conversation, and waits for its thread. */
export async function openReplying({
  texts = ['Hello'],
  row,
  given,
  withoutThread,
  ...opening
}: Replying = {}): Promise<{
  readonly api: FakeApi
  readonly served: ServedConversation
}> {
  let served: ServedConversation | undefined
  const path = `/conversations/${lastId + 1}`
  const api = await openConsole(path, {
    ...opening,
    given: fake => {
      served = new ServedConversation(fake, texts, row)
      serve(fake, served)
      given?.(fake, served)
    },
  })
  if (served === undefined) throw new Error('The console opened without its server')
  await isConnected(api)
  if (withoutThread === undefined) await expect.element(messageWith(texts.at(-1) ?? '')).toBeVisible()
  return { api, served }
}

/** Waits until the console hears events: one that is published before is lost. */
export const isConnected = (api: FakeApi) =>
  expect.poll(() => api.opened('agent'), { message: 'sockets that were opened' }).toBeGreaterThan(0)
