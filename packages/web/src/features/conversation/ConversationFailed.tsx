import { t } from '@parley/core/text/translate'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import { historyFailure } from '../../data/messages/thread.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Center } from '../../ui/layout/Layout.tsx'
import { ErrorState } from '../../ui/states/EmptyState.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'

interface ConversationFailedProps {
  readonly detail: Extract<ConversationDetail, { state: 'unloaded' }>
  /** Asks for the messages again. */
  readonly onRetry: () => void
}

/** In place of the page when nothing of a conversation could be loaded. */
export function ConversationFailed({ detail, onRetry }: ConversationFailedProps) {
  const { cut } = useFreshness()
  if (cut) {
    return (
      <Center full pad={6}>
        <ErrorState title={detail.failure} hint={t('It loads automatically when the connection is back.')} />
      </Center>
    )
  }
  return (
    <Center full pad={6}>
      <RetryState
        title={detail.failure}
        hint={historyFailure}
        busy={detail.retrying}
        onRetry={() => {
          detail.retry()
          onRetry()
        }}
      />
    </Center>
  )
}
