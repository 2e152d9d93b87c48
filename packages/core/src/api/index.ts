import { attachmentCalls } from './attachments.ts'
import { conversationCalls } from './conversations.ts'
import { messageCalls } from './messages.ts'
import { sessionCalls } from './session.ts'

/** Every call's path is below this. */
export const basePath = '/api/v1'

/** Every call that the server answers. */
export const api = { ...sessionCalls, ...conversationCalls, ...messageCalls, ...attachmentCalls }

export type { Call } from './call.ts'
export { sockets } from './sockets.ts'
