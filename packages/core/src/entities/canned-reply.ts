import type { CannedReply } from '../api/canned-replies.ts'
import type { AttachmentEntity } from './attachment.ts'

/** A canned reply as the console holds it. */
export type CannedReplyEntity = Omit<CannedReply, 'attachments'> & {
  readonly attachments: readonly AttachmentEntity[]
}
