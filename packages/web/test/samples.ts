import { OwnSession } from '@parley/core/account/api'
import { AgentProfile } from '@parley/core/agents/api'
import { Person } from '@parley/core/agents/people'
import { Assignment } from '@parley/core/assignments/api'
import { Attachment } from '@parley/core/attachments/api'
import { AuditEntry } from '@parley/core/audit/api'
import { CannedReply } from '@parley/core/canned-replies/api'
import { ConversationRow } from '@parley/core/conversations/api'
import { CustomerNote } from '@parley/core/customers/note'
import { Issue } from '@parley/core/issues/api'
import { KnowledgeAnswer, KnowledgeContent } from '@parley/core/knowledge/api'
import { Attempt, QuotedMessage, ViewedMessage } from '@parley/core/messages/api'
import { Note } from '@parley/core/notes/api'
import { Notification } from '@parley/core/notifications/api'
import { Reminder } from '@parley/core/reminders/api'
import { CountedRow } from '@parley/core/reports/api'
import { Template } from '@parley/core/templates/api'
import { Ticket, TicketRow } from '@parley/core/tickets/api'
import type * as z from 'zod'
import { sampleOf } from './sample-of.ts'

/** Makes values of a schema; a test names only the fields that it is about. */
const maker =
  <S extends z.ZodType>(schema: S, usual: Partial<z.input<S>> = {}) =>
  (fields: Partial<z.input<S>> = {}): z.input<S> =>
    ({ ...(sampleOf(schema) as object), ...usual, ...fields }) as z.input<S>

export const agent = maker(AgentProfile, {
  status: 'AVAILABLE',
  is_online: true,
  max_capacity: 5,
  availability_percentage: 100,
})
/** The agent who is signed in. */
export const me = agent({ id: '1', user_id: '1', name: 'agent', user_name: 'agent' })
export const brian = agent({ id: '2', user_id: '2', name: 'Brian', user_name: 'brian' })

/** A customer's part of a conversation. */
export const customer = (name: string | null, phone = '+256700000001') => ({
  ...sampleOf(ConversationRow.shape.user),
  id: '31',
  name,
  phone_number: phone,
})
export const conversation = maker(ConversationRow, {
  id: '7',
  status: 'ACTIVE',
  user: customer('Nakato Prossy'),
})
export const message = maker(ViewedMessage, {
  id: '9',
  conversation_id: '7',
  content: 'Hello',
  direction: 'INBOUND',
  source: 'CUSTOMER',
  status: 'received',
})
export const attachment = maker(Attachment)
export const ticket = maker(Ticket)
export const ticketRow = maker(TicketRow)
export const issue = maker(Issue)
export const note = maker(Note)
export const reminder = maker(Reminder)
export const notification = maker(Notification)
export const cannedReply = maker(CannedReply)
export const knowledgeAnswer = maker(KnowledgeAnswer)
export const knowledgeContent = maker(KnowledgeContent)
export const countedRow = maker(CountedRow)
export const ownSession = maker(OwnSession)
export const person = maker(Person, { max_capacity: 5 })
export const auditEntry = maker(AuditEntry)
export const customerNote = maker(CustomerNote, { conversation_id: '7' })
export const template = maker(Template, { language: 'en', category: 'UTILITY', status: 'APPROVED' })
export const assignment = maker(Assignment)

/** What an answer shows of the message that it quotes. */
export const quoted = ({ id, content, direction, source }: ReturnType<typeof message>) => ({
  message: { ...sampleOf(QuotedMessage), id, direction, source, excerpt: content },
})
export const attempt = maker(Attempt)
