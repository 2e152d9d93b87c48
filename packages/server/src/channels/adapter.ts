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

/** The reason for a failed delivery, for the agent. */
export interface FailureFacts {
  readonly code: string
  readonly sentence: string
  readonly remedy: string
}

export const failureOf = (code: number, details: string): FailureFacts => {
  const { sentence, remedy } = explain(code, details)
  return { code: String(code), sentence, remedy }
}

/** A file that was uploaded to the channel. */
export interface UploadedFile {
  readonly kind: SendableKind
  /** The channel's id of the file. */
  readonly mediaId: string
  readonly name: string
  readonly mimeType: string
}

export interface Outbound {
  readonly to: Recipient
  readonly messageId: number
  /** Our attempt's id; each status returns it. */
  readonly attemptId: number
  /** The channel's id of the quoted message. */
  readonly quotedWamid: string | null
  readonly content: string
  readonly details: MessageDetails | null
  readonly file: UploadedFile | null
}

/** The message can never be sent; the agent reads the reason. */
export interface Unsendable {
  readonly outcome: 'unsendable'
  readonly failure: FailureFacts
}

/** A reaction to a message; an empty `emoji` removes ours. Each status returns `opaque`. */
interface OutboundReaction {
  readonly to: Recipient
  readonly opaque: string
  /** The channel's id of the message. */
  readonly target: string
  readonly emoji: string
}

/**
 * Sends messages over one channel or number, and fetches customers' files. No call throws for errors of the network or the
 * channel, and none retries.
 */
export interface ChannelAdapter {
  /** The channel's name for agents. */
  readonly name: string
  send(message: Outbound, call: CallOptions): Promise<SendOutcome | Unsendable>
  /** Uploads a file before its message is sent. */
  upload(
    file: Parameters<WhatsappClient['uploadMedia']>[0],
    call: CallOptions,
  ): Promise<UploadOutcome | Unsendable>
  download(fileId: string, options: DownloadOptions): Promise<DownloadOutcome>
  /** Null: the channel has no reactions. */
  readonly react: ((reaction: OutboundReaction, call: CallOptions) => Promise<SendOutcome>) | null
  /**
   * Marks the customer's message as read and shows that a reply is being written. Null: the channel cannot.
   */
  readonly showTyping: ((target: string, call: CallOptions) => Promise<ToldOutcome>) | null
}

/** The adapter of a number or bridge; null: it is no longer ours. */
export type AdapterOf = (phoneNumberId: string) => ChannelAdapter | null
