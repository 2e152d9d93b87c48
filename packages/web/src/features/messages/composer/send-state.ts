import { t } from '@parley/core/text/translate'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { canSend, textProblem } from '@parley/core/messages/rules'
import { isStopped, type PendingFile, readyFiles } from '../../../data/attachments/pending-files.ts'

interface Composed {
  readonly text: string
  readonly files: readonly PendingFile[]
  readonly status: ConversationStatus
  /** The id of the conversation in which an archived one goes on; null: in none. */
  readonly continuedIn: string | null
  /** The thread is on its way. */
  readonly loading: boolean
}

/** Whether Send acts, and if not for lack of words, why. */
export interface SendState {
  readonly enabled: boolean
  readonly reason: string | null
}

const off = (reason: string | null): SendState => ({ enabled: false, reason })

/** What stands in the way of sending what is in the composer, the most lasting first. */
export function sendState({ text, files, status, continuedIn, loading }: Composed): SendState {
  if (status === 'ARCHIVED') {
    return off(
      continuedIn === null
        ? t('This conversation is archived. To reply here, set its status to Active')
        : t('This conversation goes on in conversation #{continuedIn}. Open that one and reply there', {
            continuedIn,
          }),
    )
  }
  if (loading) return off(null)
  const problem = textProblem(text)
  if (problem !== null) return off(problem)
  if (files.some(({ state }) => state.is === 'refused')) {
    return off(t('One of the files cannot be sent. Remove it, then send'))
  }
  if (files.some(isStopped)) {
    return off(t('A file was not uploaded. Retry or remove it, then send'))
  }
  if (files.some(({ state }) => state.is !== 'ready')) return off(t('Wait for the upload, then send'))
  const documents = readyFiles(files).map(({ document_id, mime_type }) => ({ document_id, mime_type }))
  return { enabled: canSend(text, documents), reason: null }
}
