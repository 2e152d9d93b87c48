import type { ConversationRow } from '@parley/core/conversations/api'
import type { SendBody } from '@parley/core/messages/api'
import type * as z from 'zod'
// The code that hears keys comes a moment after the page. Loaded before, it hears the first one too.
import '../src/app/Commands.tsx'
import type { FakeApi } from './fake-api.ts'
import { sampleTime } from './sample-of.ts'
import { conversation, me, message, quoted } from './samples.ts'

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
  const held = [...messages]
  api.answer('history', () => ({ messages: held }))
  const newest = Math.max(...[sampleTime, ...messages.map(one => one.created_at)].map(Date.parse))
  let sent = 0
  api.answer('send', ({ body }) => {
    sent += 1
    const answered = messages.find(one => one.id === body?.quoted_message_id)
    const { is_read: _, ...made } = message({
      id: String(9000 + sent),
      content: body?.content ?? '',
      created_at: new Date(newest + sent * 1_000).toISOString(),
      direction: 'OUTBOUND',
      source: 'AGENT',
      status: 'sent',
      sender_id: me.id,
      sender_name: me.name,
      client_message_id: body?.client_message_id ?? null,
      issue_id: body?.issue_id ?? null,
      quote: answered === undefined ? null : quoted(answered),
      details: detailsOf(body ?? {}),
    })
    held.push({ ...made, is_read: true })
    return { ...made, agent_id: me.id, agent_name: me.name }
  })
}

/** What the server makes of a question or a card that was sent. */
function detailsOf({ ask, card }: Pick<SendBody, 'ask' | 'card'>): Message['details'] {
  if (ask !== undefined) return { ask }
  if (card === undefined) return null
  const { name, organisation, number, email } = card
  return {
    contacts: [
      {
        name,
        full_name: name,
        phones: [{ number, label: null, wa_id: null }],
        emails: email === null ? [] : [{ text: email, label: null }],
        addresses: [],
        urls: [],
        organisation,
        birthday: null,
      },
    ],
  }
}

/** So many messages of the customer with ids from 1001 on, one a minute, seen by everybody. */
export const manyMessages = (count: number, contentOf: (no: number) => string): Message[] =>
  Array.from({ length: count }, (_, at) =>
    message({
      id: String(1001 + at),
      content: contentOf(at + 1),
      created_at: new Date(Date.UTC(2026, 2, 2, 9, at)).toISOString(),
      inbound_no: at + 1,
      is_read: true,
    }),
  )

/** The server has conversation 7 with these messages, and answers for the parts that are asked for. */
export function serveParts(
  api: FakeApi,
  messages: readonly Message[],
  fields: Partial<z.input<typeof ConversationRow>> = {},
): void {
  serveThread(api, [], { inbound_no: messages.length, seen_no: messages.length, ...fields })
  // A note from long ago, which is no message, stands at the beginning.
  const placeOf = (id: string) =>
    Math.max(
      0,
      messages.findIndex(one => one.id === id),
    )
  api.answer('history', ({ query: { limit, before, around, after } }) => {
    const end = before === undefined ? messages.length : placeOf(before)
    const from =
      around !== undefined
        ? Math.max(0, placeOf(around) - Math.floor(limit / 2))
        : after !== undefined
          ? placeOf(after) + 1
          : Math.max(0, end - limit)
    const to = Math.min(end, from + limit)
    return { messages: messages.slice(from, to), has_more: from > 0, has_newer: to < messages.length }
  })
}

/** The bodies of the replies that the console has sent. */
export const sentReplies = (api: FakeApi) => api.askedFor('send').map(({ body }) => body)
