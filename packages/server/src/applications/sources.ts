import type { Provenance } from '@parley/core/applications/application'
import { type RawBuilder, sql } from 'kysely'

/** Where a value or a document came from, but for the conversation, which its message says. */
export type MessageSource = Omit<Provenance, 'conversation_id'>

/** The source of a document that came in a message. */
export const broughtBy = (messageId: number, attachmentId: number, at: Date): MessageSource => ({
  source: 'message',
  at: at.toISOString(),
  message_id: String(messageId) as Provenance['message_id'],
  document_id: String(attachmentId) as Provenance['document_id'],
  agent: null,
})

/**
 * Sources as an application keeps them, by path: each with the conversation of the message that brought it, which need not be
 * the one that the form goes on in; without a message there is none.
 */
export const keptSources = (
  sources: Readonly<Record<string, MessageSource>>,
): RawBuilder<string> => sql<string>`(
  select coalesce(jsonb_object_agg(s.key,
    s.value || jsonb_build_object('conversation_id', m.conversation_id::text)), '{}')
  from jsonb_each(${JSON.stringify(sources)}::jsonb) s
    left join messages m on m.id = (s.value->>'message_id')::bigint)`
