import type { ConversationState } from '../api/conversations.ts'
import type { Issue } from '../api/issues.ts'
import type { Message } from '../api/messages.ts'
import type { Ticket } from '../api/tickets.ts'

/** A conversation as frames carry it, of the customer Nakato Prossy. */
export const stateOf = (id: number, more: Partial<ConversationState> = {}): ConversationState => ({
  id: String(id) as ConversationState['id'],
  user: {
    id: '900' as ConversationState['user']['id'],
    name: 'Nakato Prossy',
    phone_number: '+256700000001',
  },
  agent: null,
  with_bot: false,
  status: 'ACTIVE',
  session_id: `wa-${id}`,
  last_message: null,
  ticket: null,
  tags: [],
  metadata: { account_type: null, customer_id: null },
  last_activity: '2026-03-02T09:00:00.000Z',
  waiting_since: null,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
  inbound_no: 0,
  offer: null,
  open_issues: 0,
  reach: { has_window: true, wrote_at: null, closes_at: null, unreachable: null },
  channel: 'whatsapp',
  business_number: null,
  erased: null,
  continued_in: null,
  rated: null,
  references: [],
  version: 1,
  ...more,
})

/** A customer's message as frames carry it, in conversation 1. */
export const messageOf = (id: number, more: Partial<Message> = {}): Message => ({
  id: String(id) as Message['id'],
  conversation_id: '1' as Message['conversation_id'],
  content: `message ${id}`,
  created_at: '2026-03-02T09:00:00.000Z',
  direction: 'INBOUND',
  message_type: 'text',
  source: 'CUSTOMER',
  sender_id: '7',
  sender_name: 'Nakato Prossy',
  username: null,
  response_time_seconds: null,
  attachments: [],
  issue_id: null,
  first_seen_at: null,
  inbound_no: null,
  status: 'received',
  failure: null,
  waits: null,
  client_message_id: null,
  quote: null,
  forwarded: null,
  reactions: [],
  edited: null,
  revoked_at: null,
  details: null,
  ...more,
})

/** A ticket as frames carry it, of conversation 1. */
export const ticketOf = (id: number, more: Partial<Ticket> = {}): Ticket => ({
  id: String(id) as Ticket['id'],
  ticket_number: `TCK-0000${id}`,
  conversation_id: '1' as Ticket['conversation_id'],
  title: `ticket ${id}`,
  description: '',
  status: 'NEW',
  priority: 'MEDIUM',
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
  agent_notes: null,
  resolution: null,
  resolved_at: null,
  reopened_at: null,
  notes: [],
  version: 1,
  ...more,
})

/** An issue as frames carry it, of conversation 1. */
export const issueOf = (id: number, more: Partial<Issue> = {}): Issue => ({
  id: String(id) as Issue['id'],
  conversation_id: '1' as Issue['conversation_id'],
  title: `issue ${id}`,
  description: '',
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
  closed_at: null,
  status: 'OPEN',
  priority: 'MEDIUM',
  category: 'CLAIMS',
  assigned_agent: null,
  resolution_summary: null,
  resolution_time: null,
  reopen_reason: null,
  attached_messages: [],
  ...more,
})
