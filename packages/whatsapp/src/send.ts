import type { SendableKind } from './limits.ts'

/** Whom a message goes to: digits of a number, or a business-scoped user id for customers without one. */
export type Recipient = { phone: string } | { userId: string }

/** The body of `POST /{phone number id}/messages`. */
export type SendBody = Readonly<Record<string, unknown>>

/** `opaque` comes back with every status, at most 512 characters: it names our attempt before Meta's id is known. */
type Envelope = { to: Recipient; opaque: string; replyTo?: string }

/** A text of 1 to 4,096 characters. Links show no preview unless asked for. */
export function textMessage(message: Envelope & { text: string; preview?: boolean }): SendBody {
  return {
    ...envelope(message),
    type: 'text',
    text: { body: message.text, preview_url: message.preview ?? false },
  }
}

/** A file that was uploaded before. Captions belong to image, video and document; a file name to document alone. */
export function mediaMessage(
  message: Envelope & { media: { kind: SendableKind; id: string; caption?: string; filename?: string } },
): SendBody {
  const { kind, id, caption, filename } = message.media
  return {
    ...envelope(message),
    type: kind,
    [kind]: {
      id,
      ...(caption !== undefined && kind !== 'audio' && { caption }),
      ...(filename !== undefined && kind === 'document' && { filename }),
    },
  }
}

/** A sign on a message of the chat; an empty `emoji` takes ours away. */
export function reactionMessage(
  message: Omit<Envelope, 'replyTo'> & { target: string; emoji: string },
): SendBody {
  return {
    ...envelope(message),
    type: 'reaction',
    reaction: { message_id: message.target, emoji: message.emoji },
  }
}

/** A user id in `to` would be answered with 200 and lead nowhere, so the two never share a key. */
function envelope({ to, opaque, replyTo }: Envelope): SendBody {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...('phone' in to ? { to: to.phone } : { recipient: to.userId }),
    ...(replyTo !== undefined && { context: { message_id: replyTo } }),
    biz_opaque_callback_data: opaque,
  }
}
