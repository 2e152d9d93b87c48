/** Values for the sentence of an error. */
export type Facts = Readonly<Record<string, string | number>>

interface Problem {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 501 | 503
  readonly detail: (facts?: Facts) => string
}

const problem =
  (status: Problem['status']) =>
  (sentence: string | ((facts: Facts) => string)): Problem => ({
    status,
    detail: (facts = {}) => (typeof sentence === 'string' ? sentence : sentence(facts)),
  })

const invalid = problem(400)
const unauthorized = problem(401)
const forbidden = problem(403)
const notFound = problem(404)
const conflict = problem(409)
const tooLarge = problem(413)
const tooOften = problem(429)
const failed = problem(500)
const notServed = problem(501)
const unavailable = problem(503)

const noRow = (noun: string) => notFound(({ id }) => `${noun} with ID ${id} not found`)
const changed = (row: string, pronoun = 'it') =>
  conflict(`A colleague changed ${row} meanwhile. Look at ${pronoun} and save again`)
const usedFor = (field: string, noun: string) =>
  conflict(`This ${field} was already used for another ${noun}. Use a new one`)

/** Every error of the API: its status, and a sentence for a person. It says what happened, then what to do. */
export const problems = {
  'input.invalid': invalid(({ reason = 'it could not be read' }) => `Check what was sent: ${reason}`),
  'route.not-found': notFound(({ method = '', path = 'such path' }) => `There is no ${method} ${path}`),
  'session.missing': unauthorized('Sign in to continue'),
  'session.expired': unauthorized('The session has expired. Renew it or sign in again'),
  'session.invalid-credentials': unauthorized('Invalid credentials'),
  'session.refresh-refused': unauthorized('The session has ended. Sign in again'),
  'session.reset-refused': invalid('This link was already used or has expired. Ask for a new one'),
  'session.too-many-attempts': tooOften(
    ({ seconds = 60 }) => `Too many attempts. Try again in ${seconds} seconds`,
  ),
  'session.forbidden': forbidden(({ reason = 'This is not allowed for your account' }) => String(reason)),
  'settings.changed': changed('the settings', 'them'),
  'call.too-often': tooOften(({ seconds = 60 }) => `Too many requests. Try again in ${seconds} seconds`),
  'session.not-found': noRow('Session'),
  'socket.ticket-refused': unauthorized(
    'This ticket was already used or is older than 30 seconds. Request a new one',
  ),
  'session.second-factor-required': unauthorized(
    'Enter the code of your authenticator app, or one of your recovery codes',
  ),
  'session.second-factor-refused': unauthorized('That code is wrong or was already used. Enter the next one'),
  'session.second-factor-missing': forbidden(
    'Your workspace requires a second factor. Set it up on your account page to continue',
  ),
  'account.second-factor-on': conflict('Your account already has a second factor'),
  'account.second-factor-off': conflict('Your account has no second factor'),
  'account.second-factor-not-begun': conflict(
    'The set-up of the second factor was not started. Start again with your password',
  ),
  'socket.insecure': forbidden(
    'Connect with wss. A proxy must say X-Forwarded-Proto: https and be named in TRUSTED_PROXY',
  ),
  'origin.foreign': forbidden('Connections from this origin are not allowed'),
  'conversation.not-found': noRow('Conversation'),
  'conversation.archived': conflict(({ goes_on_in }) =>
    goes_on_in === undefined
      ? 'This conversation is archived. To reply here, set its status to Active'
      : `This conversation goes on in conversation #${goes_on_in}. Open that one and reply there`,
  ),
  'conversation.invalid-status': invalid(({ value }) => `Invalid status: ${value}`),
  'conversation.changed': changed('this conversation'),
  'conversation.wrote-again': conflict('The customer wrote again. Read the new message first'),
  'conversation.another-open': conflict(({ goes_on_in }) =>
    goes_on_in === undefined
      ? 'This customer has another open conversation. Archive that one first'
      : `This conversation goes on in conversation #${goes_on_in}. Open that one and work there`,
  ),
  'customer.not-found': noRow('Customer'),
  'customer.erased': conflict("This customer's data was erased. Nothing more can be done here"),
  'customer.sending': conflict('A message to this customer is being sent. Try again in a minute'),
  'merge.same-customer': conflict('Both conversations already belong to one customer'),
  'merge.not-found': noRow('Merge'),
  'merge.undone': conflict('A colleague has already undone this merge'),
  'agent.not-found': noRow('Agent'),
  'agent.email-taken': conflict(({ email }) => `${email} already has an account`),
  'agent.disabled': conflict(({ name }) => `The account of ${name} is disabled. Enable it first`),
  'agent.last-administrator': conflict(
    'There must be at least one administrator. Make another account an administrator first',
  ),
  'agent.full': conflict(
    ({ workload, capacity }) => `You have ${workload} of at most ${capacity} conversations. Finish one first`,
  ),
  'agent.over-capacity': conflict(({ name, workload, capacity }) =>
    name === undefined
      ? `You have ${workload} of ${capacity} conversations`
      : `${name} has ${workload} of ${capacity} conversations`,
  ),
  'agent.offline': conflict(
    'You are not available. Set your status to Available before you take a conversation',
  ),
  'assignment.taken': conflict(({ holder = 'A colleague' }) => `${holder} has this conversation`),
  'assignment.offered-to-other': conflict(
    ({ holder = 'a colleague' }) => `This conversation is offered to ${holder}`,
  ),
  'assignment.not-offered': conflict('This conversation is not offered to you any more'),
  'assignment.not-in-queue': conflict(
    ({ status }) => `This conversation is ${status}, so it is not in the queue`,
  ),
  'bot.off': conflict(
    'The bot is off for this number. A supervisor can turn it on, in the settings under Bot',
  ),
  'assist.off': conflict('Assist is not configured. An administrator of the server can set ASSIST_URL'),
  'assist.no-words': conflict('There is no text for assist to work with'),
  'assist.cap-reached': conflict(
    ({ cap }) => `Assist was used ${cap} times today, the maximum. Try again tomorrow`,
  ),
  'assist.under-way': conflict('Assist is already working on a request of yours. Wait for its answer first'),
  'assist.busy': conflict('Assist is busy with requests of colleagues. Try again in a few seconds'),
  'assist.failed': unavailable(({ sentence }) => String(sentence)),
  'text.not-found': noRow('Text'),
  'bot.no-such-number': notFound(({ id }) => `No number or bridge with ID ${id} is served`),
  'notification.not-found': noRow('Notification'),
  'message.not-found': noRow('Message'),
  'message.same-client-id': usedFor('client_message_id', 'message'),
  'message.answered-since': conflict(
    ({ name }) => `${name} has answered since. Read that first, then send yours or drop it`,
  ),
  'message.window-closed': conflict(({ sentence, remedy }) => `${sentence} ${remedy}`),
  'message.unreachable': conflict(({ sentence, remedy }) => `${sentence} ${remedy}`),
  'bridge.not-found': notFound(({ id }) => `There is no bridge ${id} in CHANNEL_BRIDGES`),
  'template.not-found': notFound(
    ({ name, language }) => `There is no template ${name} in ${language}. Choose another one`,
  ),
  'template.not-sendable': conflict(
    ({ problem }) => `This template cannot be sent: ${problem} Choose another one`,
  ),
  'message.not-yours': forbidden('Only the author of a message can take it back'),
  'message.left': conflict('This message was already sent, so it cannot be taken back'),
  'message.not-retryable': conflict(
    ({ status }) => `Only a failed or unknown message can be retried. This one is ${status}`,
  ),
  'message.not-reactable': conflict(({ reason }) => `You cannot react to this message: ${reason}`),
  'ticket.not-found': notFound(({ number, id }) =>
    number === undefined ? `Ticket with ID ${id} not found` : `Ticket with number ${number} not found`,
  ),
  'ticket.changed': changed('this ticket', 'the changes'),
  'ticket.same-client-id': usedFor('client_ticket_id', 'ticket'),
  'issue.not-found': noRow('Issue'),
  'issue.not-resolved': conflict('Only resolved issues can be reopened'),
  'issue.resolved': conflict(
    'This issue was already resolved, with another summary. Reopen it to resolve it again',
  ),
  'issue.same-client-id': usedFor('client_issue_id', 'issue'),
  'application.not-found': notFound(({ kind }) =>
    kind === 'lib' ? 'LIB Application not found' : 'Application not found',
  ),
  'application.stale': changed('this application'),
  'application.points-open': conflict(
    ({ count, points }) =>
      `Not approved. Confirm ${count === 1 ? 'this open point' : `these ${count} open points`} first: ${points}`,
  ),
  'application.same-client-id': conflict(
    ({ name }) => `This ${name} was already used for something else. Use a new one`,
  ),
  'application.begun-already': conflict(
    ({ number }) => `This customer has begun ${number} and not submitted it. Continue that one`,
  ),
  'application.takes-no-fields': conflict(
    'This form is submitted, cancelled, or was not begun in the chat, so it cannot be filled in here',
  ),
  'application.takes-no-documents': conflict(({ status }) =>
    status === 'DRAFT'
      ? 'The form is not submitted yet, and asks for its documents itself'
      : 'This application is decided. Change its status before you ask for documents',
  ),
  'application.document-not-missing': conflict(
    'This document is not missing. The application has it, or does not need it',
  ),
  'application.nothing-to-ask': conflict('There is nothing to ask the customer for'),
  'application.customer-not-asked': conflict(({ why }) => `Not asked: ${why}`),
  'attachment.not-found': noRow('Attachment'),
  'attachment.of-another-customer': conflict(
    "This file is from another customer's conversation. Make sure that it may be sent here and confirm it, or upload another one",
  ),
  'attachment.too-large': tooLarge(({ limit }) => `The file is larger than ${limit}. Send a smaller one`),
  'attachment.harmful': invalid(
    ({ malware }) => `This file contains malware (${malware}) and was rejected. Tell your administrator`,
  ),
  'attachment.unscanned': unavailable('Files cannot be checked for malware right now. Try again in a moment'),
  'attachment.no-file': invalid('No file was sent. Put it into the field "file"'),
  'hours.changed': changed('the business hours', 'them'),
  'routing.changed': changed('the routing'),
  'note.not-found': noRow('Note'),
  'note.too-many': conflict(
    ({ most }) => `This conversation has ${most} notes, the maximum. Delete one first`,
  ),
  'note.same-client-id': usedFor('client_note_id', 'note'),
  'note.not-mentionable': conflict(
    ({ name }) => `${name} may not see this conversation. Remove the mention from the note`,
  ),
  'reminder.not-found': noRow('Reminder'),
  'reminder.too-many': conflict(
    ({ most }) => `This conversation has ${most} open reminders, the maximum. Mark one as done first`,
  ),
  'customer-note.changed': changed('this note'),
  'draft.changed': conflict('This draft was changed on another device. Choose which one to keep'),
  'reply.not-found': noRow('Reply'),
  'reply.changed': conflict('This canned reply was changed meanwhile. Look at it and save again'),
  'reply.taken': conflict(
    ({ shortcut, title }) => `/${shortcut} is already the shortcut of “${title}”. Choose another one`,
  ),
  'reply.too-many': conflict(
    ({ most }) => `There are already ${most} canned replies, the maximum. Delete one first`,
  ),
  'reply.same-client-id': usedFor('client_reply_id', 'canned reply'),
  'job.not-found': noRow('Job'),
  'view.not-found': noRow('View'),
  'view.taken': conflict(({ name }) => `There is already a view “${name}”. Choose another name`),
  'view.too-many': conflict(({ most }) => `There are already ${most} views, the maximum. Delete one first`),
  'answer.not-found': noRow('Answer'),
  'answer.changed': changed('this answer'),
  'answer.not-published': conflict(
    'This answer was never published, so its draft cannot be discarded. Remove the answer instead',
  ),
  'answer.taken': conflict(({ clash }) => `${clash}. Customers can get one answer only. Change one of them`),
  'search.too-long': unavailable('This search takes too long. Narrow it by date, or add a rarer word'),
  'area.not-served': notServed(
    ({ area }) => `This server does not serve ${area}: its settings leave that area to sample data`,
  ),
  'server.failed': failed(
    ({ reference = '-' }) =>
      `Something went wrong on our side. Try again. If it fails again, report reference ${reference}`,
  ),
  'server.unavailable': unavailable('The server cannot do this right now. Try again in a moment'),
} satisfies Record<string, Problem>

export type ProblemCode = keyof typeof problems

/** The additional data of an error, in API form. */
export interface Beside {
  /** For an edit of an old version: the current entity. */
  readonly current?: unknown
  /** For a reply: the messages that its author had not seen, in thread order. */
  readonly messages?: readonly unknown[]
}

/** The body of an error: `{detail, code, fields?, current?, messages?}`. */
export interface ProblemBody extends Beside {
  readonly detail: string
  readonly code: string
  readonly fields?: Readonly<Record<string, string>>
}
