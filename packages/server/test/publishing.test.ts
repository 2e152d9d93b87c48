import { api, type Call } from '@parley/core/calls'
import { applicationDraftCalls } from '@parley/core/applications/drafts'
import { applicationCalls } from '@parley/core/applications/api'
import { customerNoteCalls } from '@parley/core/customers/note'
import { issueCalls } from '@parley/core/issues/api'
import { noteCalls } from '@parley/core/notes/api'
import { reminderCalls } from '@parley/core/reminders/api'
import type { LiveEvent } from '@parley/core/sockets/api'
import { ticketCalls } from '@parley/core/tickets/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentSeq } from '../src/live/log.ts'
import type { Asked } from './models/agent-client.ts'
import { makeSamples, type Samples } from './models/samples.ts'
import { startTestServer, type TestServer, unique } from './server.ts'

type Name = keyof typeof api
type Event = LiveEvent['event']

/** Calls on resources that consoles fetch again after an event. */
const resources = {
  ...ticketCalls,
  ...issueCalls,
  ...noteCalls,
  ...customerNoteCalls,
  ...reminderCalls,
  ...applicationCalls,
  ...applicationDraftCalls,
}

/** The event that each writing call publishes, in an order in which all calls succeed. */
const published: readonly (readonly [Name, Event])[] = [
  ['createTicket', 'ticket'],
  ['updateTicket', 'ticket'],
  ['setTicketPriority', 'ticket'],
  ['closeTicket', 'ticket'],
  ['reopenTicket', 'ticket'],
  ['createIssue', 'issue'],
  ['resolveIssue', 'issue'],
  ['reopenIssue', 'issue'],
  ['attachMessage', 'issue'],
  ['send', 'issue'],
  ['addNote', 'note'],
  ['editNote', 'note'],
  ['reactToNote', 'note'],
  ['removeNote', 'note'],
  ['handOver', 'note'],
  ['changeCustomerNote', 'customer-note'],
  ['remind', 'reminder'],
  ['endReminder', 'reminder'],
  ...(['Ipp', 'Lib'] as const).flatMap(kind =>
    (
      [
        `set${kind}ApplicationStatus`,
        `add${kind}ApplicationNote`,
        `set${kind}ApplicationFlags`,
        `ask${kind}ApplicationDocument`,
        `begin${kind}Application`,
        `fill${kind}Application`,
        `letBotAsk${kind}Application`,
      ] as const
    ).map(name => [name, 'application'] as const),
  ),
  ['mergeCustomers', 'ticket'],
  ['eraseCustomer', 'application'],
]

test('[WS-04] each call that writes one of these says what it publishes', () => {
  const calls: readonly (readonly [string, Call])[] = Object.entries(resources)
  const writing = calls.filter(([, { method }]) => method !== 'GET').map(([name]) => name)
  const listed = new Set<string>(published.map(([name]) => name))
  expect(writing.filter(name => !listed.has(name))).toEqual([])
})

describe('[WS-04] everybody is told of a write', () => {
  let at: TestServer
  let samples: Samples
  let other: Samples
  /** The form that was begun last. */
  let begun = ''
  let customerId = ''
  beforeAll(async () => {
    at = await startTestServer()
    samples = await makeSamples(at)
    customerId = (await at.ann.get('conversations')).reply[0]?.user.id ?? ''
    other = await makeSamples(at, { phone: '256700000002', name: 'Okello', words: '' })
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  /** Input for calls whose sample would change nothing, or not after the earlier calls. */
  const askedOf = (name: Name): Asked => {
    const asked = samples.of(name)
    const body = asked.body as object | undefined
    const conversation = samples.conversationId
    if (name === 'closeTicket') return { ...asked, body: { resolution: 'Paid' } }
    if (name === 'reopenTicket' || name === 'reopenIssue') return { ...asked, body: { reason: 'Came back' } }
    if (name.endsWith('Document')) return { ...asked, body: { document_type: 'ID_DOCUMENT' } }
    if (name === 'send') return { ...asked, body: { ...body, issue_id: samples.issue.id } }
    if (name === 'remind') return { ...asked, body: { ...body, text: 'Other words' } }
    if (name === 'handOver') {
      const next_step = { client_note_id: unique(), text: 'Call at noon' }
      return { body: { items: [{ conversation_id: conversation, next_step }] } }
    }
    if (/^(fill|letBotAsk)/.test(name)) return { ...asked, params: { id: begun } }
    if (name === 'mergeCustomers') return { ...asked, body: { other_conversation_id: other.conversationId } }
    if (name !== 'eraseCustomer') return asked
    return { ...asked, params: { id: customerId }, body: { ...body, confirm: '+256700000001' } }
  }

  test.each(published)('%s publishes %s', async (name, event) => {
    if (name === 'handOver')
      await at.ann.get('assign', { params: { id: samples.conversationId }, body: { agent_id: at.ann.id } })
    if (name.startsWith('letBotAsk'))
      await at.database.db.updateTable('conversations').set({ assignee_id: null }).execute()
    const socket = await at.brian.connect()
    const { status, body } = await at.ann.ask(name, askedOf(name))
    expect({ status, body, isDone: status < 300 }).toMatchObject({ isDone: true })
    if (name.startsWith('begin')) begun = (body as { readonly id: string }).id
    await socket.reached(await currentSeq(at.database.db))
    socket.cut()
    expect(socket.events.map(liveEvent => liveEvent.event)).toContain(event)
  })
})
