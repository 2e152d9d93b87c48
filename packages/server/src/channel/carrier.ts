import type {
  CallOptions,
  SendOutcome,
  ToldOutcome,
  UploadOutcome,
  WhatsappClient,
} from '@parley/whatsapp/client'
import type { DownloadOptions, DownloadOutcome } from '@parley/whatsapp/media-download'
import type { Recipient } from '@parley/whatsapp/send'
import type { Outbound } from './outbound-body.ts'

/** A sign that goes on a message; an empty `emoji` takes ours away. `opaque` comes back with every status of it. */
export interface OutboundReaction {
  readonly to: Recipient
  readonly opaque: string
  /** The channel's id of the message that it goes on. */
  readonly target: string
  readonly emoji: string
}

/**
 * Carries what we say to customers by one of our numbers, and fetches their files. No call throws for what the network or
 * the other side does, and none tries again by itself.
 */
export interface Carrier {
  send(message: Outbound, call: CallOptions): Promise<SendOutcome>
  react(reaction: OutboundReaction, call: CallOptions): Promise<SendOutcome>
  /** Tells the customer that their message, by the channel's id, is read and an answer is written. */
  tellWriting(target: string, call: CallOptions): Promise<ToldOutcome>
  /** Hands over a file before the message that it goes with. */
  upload(file: Parameters<WhatsappClient['uploadMedia']>[0], call: CallOptions): Promise<UploadOutcome>
  download(fileId: string, options: DownloadOptions): Promise<DownloadOutcome>
}

/** The carrier of one of our numbers; null: it is not ours any more. */
export type CarrierOf = (phoneNumberId: string) => Carrier | null
