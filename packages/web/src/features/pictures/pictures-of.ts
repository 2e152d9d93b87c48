import type { MessageEntity } from '@parley/core/messages/api'
import { downloadUrl, thumbnailOf, wholeUrl } from '@parley/core/attachments/rules'
import { senderLabel } from '@parley/core/conversations/thread'
import { basePath } from '@parley/core/paths'

/** A picture of a conversation. */
export interface ThreadPicture {
  /** The file's. */
  readonly id: string
  readonly name: string
  /** Where all of it is. */
  readonly source: string
  /** Null: it cannot be downloaded. */
  readonly download: string | null
  readonly by: string
  readonly at: string
  /** What was written with it. */
  readonly caption: string
}

/** The pictures of these messages, in the order of the thread. */
export const picturesOf = (
  messages: readonly MessageEntity[],
  customerName: string,
): readonly ThreadPicture[] =>
  messages.flatMap(message =>
    message.attachments.flatMap(file => {
      const source = wholeUrl(file, basePath)
      const isShown = file.state === 'ready' && thumbnailOf(file) !== null
      if (!isShown || file.id === '' || source === null) return []
      return [
        {
          id: file.id,
          name: file.name,
          source,
          download: downloadUrl(file, basePath),
          by: senderLabel(message) ?? customerName,
          at: message.created_at,
          caption: message.content,
        },
      ]
    }),
  )
