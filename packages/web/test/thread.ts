import type { ConversationRow } from '@parley/core/conversations/api'
import type * as z from 'zod'
// The code that hears keys comes a moment after the page. Loaded before, it hears the first one too.
import '../src/app/Commands.tsx'
import type { FakeApi } from './fake-api.ts'
import { conversation, me, message } from './samples.ts'

/** What the customer said, oldest first, with ids from 11 on. */
export const customerMessages = (...words: readonly string[]) =>
  words.map((content, at) => message({ id: String(11 + at), content }))

type Message = ReturnType<typeof message>

/** The server has conversation 7 with these messages, and takes replies. */
export function serveThread(
  api: FakeApi,
  messages: readonly Message[],
  fields: Partial<z.input<typeof ConversationRow>> = {},
): void {
  api.answer('conversations', [conversation(fields)])
  api.answer('history', { messages: [...messages] })
  let id = 900
  api.answer('send', ({ body }) => {
    id += 1
    return {
      id: String(id),
      conversation_id: '7',
      content: body?.content ?? '',
      direction: 'OUTBOUND' as const,
      source: 'AGENT' as const,
      status: 'sent' as const,
      sender_id: me.id,
      sender_name: me.name,
      client_message_id: body?.client_message_id ?? null,
      issue_id: body?.issue_id ?? null,
    }
  })
}

/** The bodies of the replies that the console has sent. */
export const sentReplies = (api: FakeApi) => api.askedFor('send').map(({ body }) => body)
