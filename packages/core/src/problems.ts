/** Values for the sentence of an error. */
export type Facts = Readonly<Record<string, string | number>>

interface Problem {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 501 | 503
  readonly detail: (facts: Facts) => string
}

/** Every error of the API: its status, and a sentence for a person. It says what happened, then what to do. */
export const problems = {
  'input.invalid': {
    status: 400,
    detail: f => `Check what was sent: ${f['reason'] ?? 'it could not be read'}`,
  },
  'route.not-found': {
    status: 404,
    detail: f => `There is no ${f['method'] ?? ''} ${f['path'] ?? 'such path'}`,
  },
  'session.missing': { status: 401, detail: () => 'Sign in to continue' },
  'session.expired': { status: 401, detail: () => 'The session has expired. Renew it or sign in again' },
  'session.invalid-credentials': { status: 401, detail: () => 'Invalid credentials' },
  'session.refresh-refused': { status: 401, detail: () => 'The session has ended. Sign in again' },
  'session.reset-refused': {
    status: 400,
    detail: () => 'This link was already used or has expired. Ask for a new one',
  },
  'session.too-many-attempts': {
    status: 429,
    detail: f => `Too many attempts. Try again in ${f['seconds'] ?? 60} seconds`,
  },
  'session.forbidden': {
    status: 403,
    detail: f => String(f['reason'] ?? 'This is not allowed for your account'),
  },
  'settings.changed': {
    status: 409,
    detail: () => 'A colleague changed the settings meanwhile. Look at them and save again',
  },
  'call.too-often': {
    status: 429,
    detail: f => `Too many requests. Try again in ${f['seconds'] ?? 60} seconds`,
  },
  'session.not-found': { status: 404, detail: f => `Session with ID ${f['id']} not found` },
  'socket.ticket-refused': {
    status: 401,
    detail: () => 'This ticket was already used or is older than 30 seconds. Request a new one',
  },
  'session.second-factor-required': {
    status: 401,
    detail: () => 'Enter the code of your authenticator app, or one of your recovery codes',
  },
  'session.second-factor-refused': {
    status: 401,
    detail: () => 'That code is wrong or was already used. Enter the next one',
  },
  'session.second-factor-missing': {
    status: 403,
    detail: () => 'Your workspace requires a second factor. Set it up on your account page to continue',
  },
  'account.second-factor-on': { status: 409, detail: () => 'Your account already has a second factor' },
  'account.second-factor-off': { status: 409, detail: () => 'Your account has no second factor' },
  'account.second-factor-not-begun': {
    status: 409,
    detail: () => 'The set-up of the second factor was not started. Start again with your password',
  },
  'socket.insecure': {
    status: 403,
    detail: () => 'Connect with wss. A proxy must say X-Forwarded-Proto: https and be named in TRUSTED_PROXY',
  },
  'origin.foreign': { status: 403, detail: () => 'Connections from this origin are not allowed' },
  'conversation.not-found': { status: 404, detail: f => `Conversation with ID ${f['id']} not found` },
  'conversation.archived': {
    status: 409,
    detail: f =>
      f['goes_on_in'] === undefined
        ? 'This conversation is archived. To answer here, set its status to Active'
        : `This conversation goes on in conversation #${f['goes_on_in']}. Open that one and answer there`,
  },
  'conversation.invalid-status': { status: 400, detail: f => `Invalid status: ${f['value']}` },
  'conversation.changed': {
    status: 409,
    detail: () => 'A colleague changed this conversation meanwhile. Look at it and save again',
  },
  'conversation.another-open': {
    status: 409,
    detail: f =>
      f['goes_on_in'] === undefined
        ? 'This customer has another open conversation. Archive that one first'
        : `This conversation goes on in conversation #${f['goes_on_in']}. Open that one and work there`,
  },
  'customer.not-found': { status: 404, detail: f => `Customer with ID ${f['id']} not found` },
  'customer.erased': {
    status: 409,
    detail: () => "This customer's data was erased. Nothing more can be done here",
  },
  'customer.sending': {
    status: 409,
    detail: () => 'A message to this customer is being sent. Try again in a minute',
  },
  'merge.same-customer': { status: 409, detail: () => 'Both conversations already belong to one customer' },
  'merge.not-found': { status: 404, detail: f => `Merge with ID ${f['id']} not found` },
  'merge.undone': { status: 409, detail: () => 'A colleague has already undone this merge' },
  'agent.not-found': { status: 404, detail: f => `Agent with ID ${f['id']} not found` },
  'agent.email-taken': { status: 409, detail: f => `${f['email']} already has an account` },
  'agent.disabled': {
    status: 409,
    detail: f => `The account of ${f['name']} is disabled. Enable it first`,
  },
  'agent.last-administrator': {
    status: 409,
    detail: () => 'There must be at least one administrator. Make another account an administrator first',
  },
  'agent.full': {
    status: 409,
    detail: f => `You have ${f['workload']} of at most ${f['capacity']} conversations. Finish one first`,
  },
  'agent.offline': {
    status: 409,
    detail: () => 'You are not available. Set your status to Available before you take a conversation',
  },
  'assignment.taken': { status: 409, detail: f => `${f['holder'] ?? 'A colleague'} has this conversation` },
  'assignment.offered-to-other': {
    status: 409,
    detail: f => `This conversation is offered to ${f['holder'] ?? 'a colleague'}`,
  },
  'assignment.not-offered': { status: 409, detail: () => 'This conversation is not offered to you any more' },
  'assignment.not-in-queue': {
    status: 409,
    detail: f => `This conversation is ${f['status']}, so it is not in the queue`,
  },
  'bot.off': {
    status: 409,
    detail: () => 'The bot is off for this number. A supervisor can turn it on, on the Bot page',
  },
  'assist.off': {
    status: 409,
    detail: () => 'Assist is not configured. An administrator of the server can set ASSIST_URL',
  },
  'assist.no-words': { status: 409, detail: () => 'There is no text for assist to work with' },
  'assist.cap-reached': {
    status: 409,
    detail: f => `Assist was used ${f['cap']} times today, the maximum. Try again tomorrow`,
  },
  'assist.under-way': {
    status: 409,
    detail: () => 'Assist is already working on a request of yours. Wait for its answer first',
  },
  'assist.busy': {
    status: 409,
    detail: () => 'Assist is busy with requests of colleagues. Try again in a few seconds',
  },
  'assist.failed': { status: 503, detail: f => String(f['sentence']) },
  'text.not-found': { status: 404, detail: f => `Text with ID ${f['id']} not found` },
  'bot.no-such-number': { status: 404, detail: f => `No number or bridge with ID ${f['id']} is served` },
  'notification.not-found': { status: 404, detail: f => `Notification with ID ${f['id']} not found` },
  'message.not-found': { status: 404, detail: f => `Message with ID ${f['id']} not found` },
  'message.same-client-id': {
    status: 409,
    detail: () => 'This client_message_id was already used for another message. Use a new one',
  },
  'message.answered-since': {
    status: 409,
    detail: f => `${f['name']} has answered since. Read that first, then send yours or drop it`,
  },
  'message.window-closed': { status: 409, detail: f => `${f['sentence']} ${f['remedy']}` },
  'message.unreachable': { status: 409, detail: f => `${f['sentence']} ${f['remedy']}` },
  'bridge.not-found': { status: 404, detail: f => `There is no bridge ${f['id']} in CHANNEL_BRIDGES` },
  'template.not-found': {
    status: 404,
    detail: f => `There is no template ${f['name']} in ${f['language']}. Choose another one`,
  },
  'template.not-sendable': {
    status: 409,
    detail: f => `This template cannot be sent: ${f['problem']} Choose another one`,
  },
  'message.not-yours': { status: 403, detail: () => 'Only the author of a message can take it back' },
  'message.left': { status: 409, detail: () => 'This message was already sent, so it cannot be taken back' },
  'message.not-retryable': {
    status: 409,
    detail: f => `Only a failed or unknown message can be retried. This one is ${f['status']}`,
  },
  'message.not-reactable': {
    status: 409,
    detail: f => `You cannot react to this message: ${f['reason']}`,
  },
  'ticket.not-found': {
    status: 404,
    detail: f =>
      f['number'] === undefined
        ? `Ticket with ID ${f['id']} not found`
        : `Ticket with number ${f['number']} not found`,
  },
  'ticket.changed': {
    status: 409,
    detail: () => 'A colleague changed this ticket meanwhile. Look at the changes and save again',
  },
  'ticket.same-client-id': {
    status: 409,
    detail: () => 'This client_ticket_id was already used for another ticket. Use a new one',
  },
  'issue.not-found': { status: 404, detail: f => `Issue with ID ${f['id']} not found` },
  'issue.not-resolved': { status: 409, detail: () => 'Only resolved issues can be reopened' },
  'issue.resolved': {
    status: 409,
    detail: () => 'This issue was already resolved, with another summary. Reopen it to resolve it again',
  },
  'issue.same-client-id': {
    status: 409,
    detail: () => 'This client_issue_id was already used for another issue. Use a new one',
  },
  'application.not-found': {
    status: 404,
    detail: f => (f['kind'] === 'lib' ? 'LIB Application not found' : 'Application not found'),
  },
  'application.stale': {
    status: 409,
    detail: () => 'A colleague changed this application meanwhile. Look at it and save again',
  },
  'application.points-open': {
    status: 409,
    detail: f =>
      `Not approved. Confirm ${f['count'] === 1 ? 'this open point' : `these ${f['count']} open points`} first: ${f['points']}`,
  },
  'application.same-client-id': {
    status: 409,
    detail: f => `This ${f['name']} was already used for something else. Use a new one`,
  },
  'application.begun-already': {
    status: 409,
    detail: f => `This customer has begun ${f['number']} and not submitted it. Continue that one`,
  },
  'application.takes-no-fields': {
    status: 409,
    detail: () =>
      'This form is submitted, cancelled, or was not begun in the chat, so it cannot be filled in here',
  },
  'application.takes-no-documents': {
    status: 409,
    detail: f =>
      f['status'] === 'DRAFT'
        ? 'The form is not submitted yet, and asks for its documents itself'
        : 'This application is decided. Change its status before you ask for documents',
  },
  'application.document-not-missing': {
    status: 409,
    detail: () => 'This document is not missing. The application has it, or does not need it',
  },
  'application.nothing-to-ask': {
    status: 409,
    detail: () => 'There is nothing to ask the customer for',
  },
  'application.customer-not-asked': { status: 409, detail: f => `Not asked: ${f['why']}` },
  'attachment.not-found': { status: 404, detail: f => `Attachment with ID ${f['id']} not found` },
  'attachment.of-another-customer': {
    status: 409,
    detail: () =>
      "This file is from another customer's conversation. Make sure that it may be sent here and confirm it, or upload another one",
  },
  'attachment.too-large': {
    status: 413,
    detail: f => `The file is larger than ${f['limit']}. Send a smaller one`,
  },
  'attachment.harmful': {
    status: 400,
    detail: f => `This file contains malware (${f['malware']}) and was rejected. Tell your administrator`,
  },
  'attachment.unscanned': {
    status: 503,
    detail: () => 'Files cannot be checked for malware right now. Try again in a moment',
  },
  'attachment.no-file': { status: 400, detail: () => 'No file was sent. Put it into the field "file"' },
  'hours.changed': {
    status: 409,
    detail: () => 'A colleague changed the business hours meanwhile. Look at them and save again',
  },
  'routing.changed': {
    status: 409,
    detail: () => 'A colleague changed the routing meanwhile. Look at it and save again',
  },
  'note.not-found': { status: 404, detail: f => `Note with ID ${f['id']} not found` },
  'note.too-many': {
    status: 409,
    detail: f => `This conversation has ${f['most']} notes, the maximum. Delete one first`,
  },
  'note.same-client-id': {
    status: 409,
    detail: () => 'This client_note_id was already used for another note. Use a new one',
  },
  'note.not-mentionable': {
    status: 409,
    detail: f => `${f['name']} may not see this conversation. Remove the mention from the note`,
  },
  'reminder.not-found': { status: 404, detail: f => `Reminder with ID ${f['id']} not found` },
  'reminder.too-many': {
    status: 409,
    detail: f => `This conversation has ${f['most']} open reminders, the maximum. Mark one as done first`,
  },
  'customer-note.changed': {
    status: 409,
    detail: () => 'A colleague changed this note meanwhile. Look at it and save again',
  },
  'draft.changed': {
    status: 409,
    detail: () => 'This draft was changed on another device. Choose which one to keep',
  },
  'reply.not-found': { status: 404, detail: f => `Reply with ID ${f['id']} not found` },
  'reply.changed': {
    status: 409,
    detail: () => 'This canned reply was changed meanwhile. Look at it and save again',
  },
  'reply.taken': {
    status: 409,
    detail: f => `/${f['shortcut']} is already the shortcut of “${f['title']}”. Choose another one`,
  },
  'reply.too-many': {
    status: 409,
    detail: f => `There are already ${f['most']} canned replies, the maximum. Delete one first`,
  },
  'reply.same-client-id': {
    status: 409,
    detail: () => 'This client_reply_id was already used for another canned reply. Use a new one',
  },
  'job.not-found': { status: 404, detail: f => `Job with ID ${f['id']} not found` },
  'view.not-found': { status: 404, detail: f => `View with ID ${f['id']} not found` },
  'view.taken': {
    status: 409,
    detail: f => `There is already a view “${f['name']}”. Choose another name`,
  },
  'view.too-many': {
    status: 409,
    detail: f => `There are already ${f['most']} views, the maximum. Delete one first`,
  },
  'answer.not-found': { status: 404, detail: f => `Answer with ID ${f['id']} not found` },
  'answer.changed': {
    status: 409,
    detail: () => 'A colleague changed this answer meanwhile. Look at it and save again',
  },
  'answer.not-published': {
    status: 409,
    detail: () =>
      'This answer was never published, so its draft cannot be discarded. Remove the answer instead',
  },
  'answer.taken': {
    status: 409,
    detail: f => `${f['clash']}. Customers can get one answer only. Change one of them`,
  },
  'search.too-long': {
    status: 503,
    detail: () => 'This search takes too long. Narrow it by date, or add a rarer word',
  },
  'area.not-served': {
    status: 501,
    detail: f => `This server does not serve ${f['area']}: its settings leave that area to sample data`,
  },
  'server.failed': {
    status: 500,
    detail: f =>
      `Something went wrong on our side. Try again. If it fails again, report reference ${f['reference'] ?? '-'}`,
  },
  'server.unavailable': {
    status: 503,
    detail: () => 'The server cannot do this right now. Try again in a moment',
  },
} as const satisfies Record<string, Problem>

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
