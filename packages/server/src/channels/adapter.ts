import type { MessageDetails } from '@parley/core/messages/details'
import type { SendableKind } from '@parley/core/attachments/rules'
import type {
  CallOptions,
  SendOutcome,
  ToldOutcome,
  UploadOutcome,
  WhatsappClient,
} from '@parley/whatsapp/client'
import { explain } from '@parley/whatsapp/error-codes'
import type { DownloadOptions, DownloadOutcome } from '@parley/whatsapp/media-download'
import type { Recipient } from '@parley/whatsapp/send'

/** Why a message was not delivered, for the agent's eyes. */
export interface FailureFacts {
  readonly code: string
  readonly sentence: string
  readonly remedy: string
}

export const failureOf = (code: number, details: string): FailureFacts => {
  const { sentence, remedy } = explain(code, details)
  return { code: String(code), sentence, remedy }
}

/** A file that the channel has by now. */
export interface UploadedFile {
  readonly kind: SendableKind
  /** The channel's id of it. */
  readonly mediaId: string
  readonly name: string
  readonly mimeType: string
}

/** A message that goes out, as its row holds it. */
export interface Outbound {
  readonly to: Recipient
  readonly messageId: number
  /** Our attempt's id: it comes back with every status. */
  readonly attemptId: number
  /** The channel's id of the message that it answers. */
  readonly quotedWamid: string | null
  readonly content: string
  readonly details: MessageDetails | null
  readonly file: UploadedFile | null
}

/** It can never go, for a reason that the agent reads. */
export interface Unsendable {
  readonly outcome: 'unsendable'
  readonly failure: FailureFacts
}

/** A reaction to a message; an empty `emoji` removes ours. `opaque` comes back with every status of it. */
interface OutboundReaction {
  readonly to: Recipient
  readonly opaque: string
  /** The channel's id of the message that it goes on. */
  readonly target: string
  readonly emoji: string
}

/**
 * Carries what we say to customers over one channel, by one of our numbers where it has such, and fetches their files. No
 * call throws for what the network or the other side does, and none tries again by itself.
 */
export interface ChannelAdapter {
  /** The channel's name for agents. */
  readonly name: string
  send(message: Outbound, call: CallOptions): Promise<SendOutcome | Unsendable>
  /** Hands over a file before the message that it goes with. */
  upload(
    file: Parameters<WhatsappClient['uploadMedia']>[0],
    call: CallOptions,
  ): Promise<UploadOutcome | Unsendable>
  download(fileId: string, options: DownloadOptions): Promise<DownloadOutcome>
  /** Null: the channel has no reactions. */
  readonly react: ((reaction: OutboundReaction, call: CallOptions) => Promise<SendOutcome>) | null
  /**
   * Tells the customer that their message, by the channel's id, is read and an answer is written. Null: the channel shows
   * nothing of it.
   */
  readonly showTyping: ((target: string, call: CallOptions) => Promise<ToldOutcome>) | null
}

/** The adapter of one of our numbers or bridges; null: it is not ours any more. */
export type AdapterOf = (phoneNumberId: string) => ChannelAdapter | null
