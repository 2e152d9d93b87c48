import type { MessageDetails } from '@parley/core/api/message-details'
import type { SendableKind } from '@parley/whatsapp/limits'
import { mediaMessage, type Recipient, type SendBody, textMessage } from '@parley/whatsapp/send'

/** A file that WhatsApp has by now. */
export interface UploadedFile {
  readonly kind: SendableKind
  /** WhatsApp's id of it. */
  readonly mediaId: string
  readonly name: string
}

/** A message that goes out, as its row holds it. */
export interface Outbound {
  readonly to: Recipient
  /** Our attempt's id: it comes back with every status. */
  readonly attemptId: number
  /** WhatsApp's id of the message that it answers. */
  readonly quotedWamid: string | null
  readonly content: string
  readonly details: MessageDetails | null
  readonly file: UploadedFile | null
}

/** The row of a message in WhatsApp's words: the only place that puts it so. */
export function outboundBody(outbound: Outbound): SendBody {
  const { to, attemptId, quotedWamid, content, file } = outbound
  const envelope = { to, opaque: String(attemptId), ...(quotedWamid !== null && { replyTo: quotedWamid }) }
  if (file === null) return textMessage({ ...envelope, text: content })
  const caption = content === '' ? {} : { caption: content }
  const media = { kind: file.kind, id: file.mediaId, filename: file.name, ...caption }
  return mediaMessage({ ...envelope, media })
}
