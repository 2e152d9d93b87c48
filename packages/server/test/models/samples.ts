import { ippForm } from '@parley/core/application.fixture'
import type { api } from '@parley/core/calls'
import type { Issue } from '@parley/core/issues/api'
import { knowledgeFormat } from '@parley/core/knowledge/api'
import type { Ticket } from '@parley/core/tickets/api'
import { defaultBusinessHours } from '@parley/core/business-hours/rules'
import { emptyKnowledge } from '@parley/core/knowledge/rules'
import { defaultRouting } from '@parley/core/routing/rules'
import { expect } from 'vitest'
import type { Asked } from './agent-client.ts'
import { addApplication, seenOpen } from './applications.ts'
import { type TestServer, unique } from '../server.ts'
import { upload } from './upload.ts'
import { textWebhook } from './webhooks.ts'

export const newPassword = 'a long one, 9 words'

export interface SampleWords {
  /** In digits. */
  readonly phone: string
  readonly name: string
  readonly words: string
}

/** A workspace with one of everything, and valid input for each call. */
export interface Samples {
  readonly conversationId: string
  readonly messageId: string
  readonly ticket: Ticket
  readonly issue: Issue
  /** A call's input besides its path, if it takes any. */
  readonly of: (name: keyof typeof api) => Asked
}

const params = (id: string): Asked => ({ params: { id } })

/** @param words are part of every text that anyone writes in it, together with the customer's name and number */
export async function makeSamples(
  at: TestServer,
  { phone, name, words }: SampleWords = { phone: '256700000001', name: 'Nakato', words: '' },
): Promise<Samples> {
  const said = (text: string) => `${text} ${words}`.trimEnd()
  expect(await at.webhook(textWebhook(phone, `wamid.${phone}`, said('Hello'), name))).toBe(200)
  const { reply } = await at.ann.get('conversations', { query: { search: phone } })
  const conversationId = reply[0]?.id ?? ''
  const raised = { conversation_id: conversationId, title: said('A ticket') }
  const ticket = (await at.ann.get('createTicket', { body: raised })).reply
  const issue = (await at.ann.get('createIssue', { body: { ...raised, category: 'CLAIMS' } })).reply
  const { reply: thread } = await at.ann.get('history', { params: { id: conversationId } })
  const messageId = thread.messages[0]?.id ?? ''
  const { writer } = at.server
  // One open point can be asked for in a message.
  const unfinished = { contact_details: { ...ippForm.contact_details, physical_address: null } }
  const missing = { code: 'field.missing', field: 'contact_details.physical_address' }
  const application = {
    ipp: await addApplication(writer, { kind: 'ipp', conversationId, form: unfinished }),
    lib: await addApplication(writer, { kind: 'lib', conversationId, form: unfinished }),
  }

  const applicationBody = (name: string): Asked => {
    // A message to the customer would be sent during the checks of other calls.
    if (name.endsWith('Status'))
      return { body: { status: 'UNDER_REVIEW', tell_customer: false, despite: [...seenOpen, missing] } }
    if (name.endsWith('Document')) return { body: { document_type: 'BUSINESS_DOCUMENT' } }
    if (name.startsWith('fill'))
      return { body: { fields: [{ field: 'personal_details.gender', value: 'female' }] } }
    if (name.endsWith('Note')) return { body: { content: 'Rang' } }
    return name.endsWith('Flags') ? { body: { flags: { id_verified: true } } } : {}
  }

  const content = {
    ...emptyKnowledge,
    title: 'Grace period',
    topic: 'Premium',
    questions: { en: ['am I still covered'], lg: [], sw: [] },
    answers: { en: 'For 30 days.', lg: '', sw: '' },
  }
  const made = { client_answer_id: unique(), content }
  const answer = (await at.ann.get('createKnowledgeAnswer', { body: made })).reply

  const knowledge = (name: string): Asked => {
    if (name === 'createKnowledgeAnswer') return { body: { ...made, client_answer_id: unique() } }
    if (name === 'readKnowledgeFile') return { body: { ...knowledgeFormat, answers: [content] } }
    if (name === 'knowledge' || name === 'knowledgeFile') return {}
    const { version } = answer
    const body = name === 'saveKnowledgeDraft' ? { version, content } : { version }
    return { ...params(answer.id), ...(!name.startsWith('knowledge') && { body }) }
  }

  const newReply = () => ({
    client_reply_id: unique(),
    scope: 'own',
    content: { shortcut: `pay-${unique()}`, title: 'How to pay', body: 'Dial *165*4#.', language: 'en' },
  })
  const uploaded = await upload(at.server.app, at.ann, 'hours.pdf', '%PDF-1.4 our hours')
  const withFile = { ...newReply(), content: { ...newReply().content, document_ids: [uploaded.id] } }
  const own = (await at.ann.get('createCannedReply', { body: withFile })).reply
  const canned = (name: string): Asked => {
    if (name === 'cannedReplies') return {}
    if (name === 'createCannedReply') return { body: newReply() }
    if (name === 'takeCannedFile') return { ...params(own.id), body: { document_id: uploaded.id } }
    const { content } = newReply()
    return {
      ...params(own.id),
      body: { version: own.version, ...(name === 'changeCannedReply' && { content }) },
    }
  }

  const view = (await at.ann.get('saveView', { body: { name: 'Mine', scope: 'own', filter: {} } })).reply
  const views = (name: string): Asked => {
    if (name === 'saveView') return { body: { name: unique(), scope: 'own', filter: { status: 'ACTIVE' } } }
    return name === 'changeView' ? { ...params(view.id), body: { filter: {} } } : params(view.id)
  }

  const newNote = () => ({ client_note_id: unique(), text: said('Rang her') })
  const noteOf = (await at.ann.get('addNote', { ...params(conversationId), body: newNote() })).reply
  const notes = (name: string): Asked => {
    if (name === 'addNote') return { ...params(conversationId), body: newNote() }
    if (name === 'editNote') return { ...params(noteOf.id), body: { text: 'Rang him' } }
    if (name === 'reactToNote') return { ...params(noteOf.id), body: { emoji: '👍', on: true } }
    return { ...params(noteOf.id), body: { of: 'own' } }
  }
  const promised = {
    due_at: new Date(at.clock.now().getTime() + 3_600_000).toISOString(),
    text: said('Call back'),
  }
  const reminder = (await at.ann.get('remind', { ...params(messageId), body: promised })).reply
  const newDraft = () => ({
    page_id: unique(),
    write_no: 1,
    version: 0,
    text: 'Good morning',
    quoted_message_id: null,
  })

  const of = (name: keyof typeof api): Asked => {
    const known = params(
      name.endsWith('Document') ? '1' : name === 'retry' || name === 'takeBack' ? messageId : conversationId,
    )
    if (name === 'eraseCustomer') return { ...known, body: { confirm: `+${phone}`, reason: 'Asked for it' } }
    if (name === 'invitePerson') return { body: { email: `${unique()}@parley.example`, role: 'AGENT' } }
    if (name === 'endPersonSession') return { params: { id: at.brian.id, session: '999999' } }
    if (name === 'personSessions' || name === 'endPersonSessions') return params(at.brian.id)
    if (name.endsWith('Person') || name === 'makePasswordLink' || name === 'dropSecondFactor')
      return { ...params(at.brian.id), ...(name === 'editPerson' && { body: { department: 'Claims' } }) }
    if (name === 'retryJob') return params('999999')
    if (name === 'jobs') return {}
    if (name === 'changeSettings') return { body: { settings: {} } }
    if (name === 'assign') return { ...known, body: { agent_id: at.brian.id } }
    if (name === 'withdrawOffer') return { ...known, body: { assignment_id: '999999' } }
    if (name === 'setAgentStatus') return { ...params(at.ann.id), body: { status: 'AVAILABLE' } }
    if (name === 'setOwnStatus') return { body: { status: 'AVAILABLE' } }
    if (name === 'setFinishing') return { body: { open: false } }
    if (name === 'notifyAgent') return { ...params(at.brian.id), body: { type: 'info', message: 'Hi' } }
    if (name === 'send') return { ...known, body: { client_message_id: unique(), content: 'Hi' } }
    if (name === 'attempts') return params(messageId)
    if (name === 'react') return { ...params(messageId), body: { emoji: '👍' } }
    if (name === 'openContact') return { ...params(messageId), body: { number: '+256 700 000 009' } }
    if (name === 'mergeCustomers') return { ...known, body: { other_conversation_id: '999999' } }
    if (name === 'undoMerge') return { params: { id: conversationId, merge: '999999' } }
    if (name === 'token') return { body: { grant_type: 'refresh_token', refresh_token: 'none' } }
    if (name === 'logout') return { body: { refresh_token: 'none' } }
    if (name === 'register')
      return { body: { name: 'Clare', email: `${unique()}@parley.example`, password: newPassword } }
    if (name === 'resetPassword') return { body: { email: 'nobody@parley.example' } }
    if (name === 'beginSecondFactor') return { body: { password: 'not this one' } }
    if (name === 'confirmSecondFactor') return { body: { code: '000000' } }
    if (name === 'turnOffSecondFactor' || name === 'renewRecoveryCodes')
      return { body: { password: 'not this one', code: '000000' } }
    if (name === 'changePassword')
      return { body: { current_password: 'not this one', new_password: newPassword } }
    if (name === 'updatePassword') return { body: { token: 'none', newPassword } }
    if (name === 'countedRows') return { query: { metric: 'total_messages' } }
    if (name === 'search') return { query: { q: 'hello' } }
    if (/^(uniqueUsers|messageStats|agentMetrics|averages)$/.test(name))
      return { query: { start_date: '2026-03-01', end_date: '2026-03-02' } }
    if (name === 'tickets') return { query: { conversation_id: conversationId } }
    if (name === 'ticketList') return {}
    if (name === 'nextUp') return { query: { until: '2026-03-03T00:00:00.000Z' } }
    if (name === 'handOver') return { body: { items: [{ conversation_id: conversationId }] } }
    if (name === 'createTicket') return { body: { conversation_id: conversationId, title: 'Another' } }
    if (name === 'ticketByNumber') return { params: { number: ticket.ticket_number } }
    if (name === 'setConversationStatus') return { ...known, body: { status: 'ACTIVE' } }
    if (name === 'changeConversations')
      return { body: { conversation_ids: [conversationId], action: { kind: 'add-tag', tag: 'vip' } } }
    if (name === 'undoConversations') {
      const undo = { kind: 'assignment', assignment_id: '999999' }
      return { body: { changes: [{ conversation_id: conversationId, undo }] } }
    }
    if (name === 'markNoReply') return { ...known, body: { inbound_no: 1 } }
    if (name === 'unmarkNoReply') return known
    if (name === 'snoozeConversation') return { ...known, body: { until: null } }
    if (name === 'setConversationTags') return { ...known, body: { tags: ['vip'] } }
    if (name === 'updateTicket') return { ...params(ticket.id), body: { agent_notes: 'Rang' } }
    if (name === 'setTicketPriority') return { ...params(ticket.id), body: { priority: 'HIGH' } }
    if (name === 'issues') return { query: { conversation_id: conversationId } }
    if (name === 'createIssue')
      return { body: { conversation_id: conversationId, title: 'Another', category: 'CLAIMS' } }
    if (name === 'issue') return params(issue.id)
    if (name === 'resolveIssue') return { ...params(issue.id), body: { resolution_summary: 'Paid' } }
    if (name === 'reopenIssue') return { ...params(issue.id), body: { reason: 'Came back' } }
    if (name === 'attachMessage') return { ...params(issue.id), body: { message_id: messageId } }
    if (name === 'ippApplications' || name === 'libApplications') return {}
    if (name === 'beginIppApplication' || name === 'beginLibApplication')
      return { body: { conversation_id: conversationId } }
    if (/IppApplication|ippApplication/.test(name)) {
      return { ...params(application.ipp), ...applicationBody(name) }
    }
    if (/LibApplication|libApplication/.test(name)) {
      return { ...params(application.lib), ...applicationBody(name) }
    }
    if (/^(add|edit|remove|reactTo)Note$/.test(name)) return notes(name)
    if (name === 'remind') return { ...params(messageId), body: promised }
    if (name === 'endReminder') return params(reminder.id)
    if (name === 'renameCustomer') return { ...known, body: { name: 'Nakato Auma' } }
    if (name === 'changeCustomerNote') return { ...known, body: { version: 0, text: 'Calls at noon' } }
    if (/canned/i.test(name)) return canned(name)
    if (name === 'savedViews' || name === 'savedViewTotals') return {}
    if (name.endsWith('View')) return views(name)
    if (name === 'messageDrafts') return {}
    if (name === 'writeMessageDraft') return { ...params(conversationId), body: newDraft() }
    if (name === 'businessHours') return {}
    if (name === 'changeBusinessHours') return { body: { version: 1, hours: defaultBusinessHours } }
    if (name === 'routing') return {}
    if (name === 'changeRouting') return { body: { version: 1, routing: defaultRouting } }
    if (name === 'translateByAssist') return { body: { message_id: messageId, to: 'lg' } }
    if (name === 'assistUses') return {}
    if (name === 'tryBot') return { body: { texts: ['hello'], drafts: true } }
    if (name === 'unclearTexts') return {}
    if (name === 'judgeUnclear') return { ...params('999999'), body: { meaning: 'aside' } }
    if (/knowledge/i.test(name)) return knowledge(name)
    if (name === 'recogniseIntent') return { body: { text: 'My claim', context: { page: 1 } } }
    if (name === 'executeIntent') return { ...known, body: { text: 'My claim' } }
    if (name === 'collectSlot') return { ...known, query: { slot_name: 'reference', slot_value: 'LF-20311' } }
    return name.endsWith('Ticket') || name === 'ticket' ? params(ticket.id) : known
  }
  return { conversationId, messageId, ticket, issue, of }
}
