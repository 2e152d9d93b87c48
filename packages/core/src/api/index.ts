import { attachmentCalls } from './attachments.ts'
import { capabilityCalls } from './capabilities.ts'
import { conversationCalls } from './conversations.ts'
import { messageCalls } from './messages.ts'
import { sessionCalls } from './session.ts'
import { ticketCalls } from './tickets.ts'

/** Every call's path is below this. */
export const basePath = '/api/v1'

/** Every call that the server answers. */
export const api = {
  ...sessionCalls,
  ...capabilityCalls,
  ...conversationCalls,
  ...messageCalls,
  ...ticketCalls,
  ...attachmentCalls,
}

export type { Call } from './call.ts'
export { sockets } from './sockets.ts'
