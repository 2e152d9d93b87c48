import type { InputFile } from '@parley/bot/turn'
import type { MessageDetails } from '@parley/core/messages/details'
import { statement } from '../db/statement.ts'
import type { Reader } from '../db/write.ts'

/** A message of the customer, as the bot hears it. */
export interface Heard {
  readonly id: number
  readonly content: string
  readonly message_type: string
  readonly quoted_id: number | null
  readonly details: MessageDetails | null
  readonly at: Date
  readonly files: readonly InputFile[]
}

/** Of one turn. */
const mostHeard = 50

const since = statement<Heard>(
  'bot_heard',
  `select id, content, message_type, quoted_id, details, at,
     coalesce((select json_agg(json_build_object('attachmentId', a.id::text, 'mimeType', a.mime_type, 'fileName', a.name)
         order by f.position)
       from message_attachments f join attachments a on a.id = f.attachment_id where f.message_id = messages.id), '[]')
       as files
   from messages where conversation_id = $1::bigint and id >= $2::bigint and source = 'CUSTOMER' and inbound_no is not null
     and revoked_at is null
   order by id limit $3::int`,
)

/** What a customer wrote in a conversation since the bot last listened, as it came, but for answers to the question for a rating. */
export const heardSince = (reader: Reader, conversationId: number, from: number): Promise<readonly Heard[]> =>
  since(reader, [conversationId, from, mostHeard])

/** The id from which more may wait than one turn hears; null: all was heard. */
export const unheardFrom = (heard: readonly Heard[]): number | null =>
  heard.length < mostHeard ? null : (heard.at(-1)?.id ?? 0) + 1

/** Whether anybody would answer it: nobody answers that a call ended, or what WhatsApp says of marketing. */
export const isToBeAnswered = ({ details }: Heard): boolean =>
  details?.call === undefined && details?.preference === undefined

/** A caption says too little of what the picture is meant for. */
export const isText = ({ message_type: type }: Heard): boolean =>
  type === 'text' || type === 'interactive' || type === 'button'
