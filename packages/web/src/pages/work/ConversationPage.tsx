import { t } from '@parley/core/text/translate'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMay } from '../../data/capabilities/queries.ts'
import { useConversation } from '../../data/conversations/conversation.ts'
import { selectConversation } from '../../data/conversations/list.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Center } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import { awaitWriteBox } from '../../ui/fields/write-box.ts'
import { besideQueue, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { ConversationView } from '../../features/conversation/ConversationView.tsx'
import styles from './ConversationPage.module.css'
import type { QueueHandle } from '../../features/conversation/along-the-queue.ts'
import { QueueAway, QueueRail } from '../../features/inbox/queue/QueueRail.tsx'

/** How long after an answer without a conversation the page says that there is none. */
const notFoundAfterMs = 1_000

/** One conversation: found out first, then worked on, beside the queue that it comes from where there is room for both. */
export function ConversationPage() {
  const { id = '' } = useParams()
  const session = useSession()
  const detail = useConversation(id)
  useEffect(() => {
    selectConversation(id)
    return () => selectConversation(null)
  }, [id])

  const queue = useRef<QueueHandle>(null)
  const hasQueue = useMediaQuery(besideQueue)

  if (session === null) return null
  const { id: agentId } = session.user
  const view =
    detail.state === 'missing' ? (
      <Missing key={id} />
    ) : detail.state === 'loading' ? (
      <Opening />
    ) : (
      <ConversationView key={`${agentId} ${id}`} detail={detail} agentId={agentId} queue={queue} />
    )
  // One place in the page whatever stands in it: the queue stays as it is while the conversation changes.
  return (
    <div className={hasQueue ? styles.work : styles.alone}>
      {hasQueue ? (
        <QueueRail current={id} agentId={agentId} handle={queue} />
      ) : (
        <QueueAway current={id} agentId={agentId} handle={queue} />
      )}
      <div className={styles.view}>{view}</div>
    </div>
  )
}

function Opening() {
  useEffect(() => awaitWriteBox(performance.now()), [])
  return <Loading pad={6} label={t('Loading the conversation')} />
}

function Missing() {
  const [isCertain, setCertain] = useState(false)
  const seesAll = useMay('colleague-conversations')
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => setCertain(true), notFoundAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isCertain) return <Opening />
  return (
    <Center full pad={6}>
      <EmptyState
        title={t('Conversation not found')}
        hint={
          seesAll
            ? t("The conversation you're looking for doesn't exist or has been removed.")
            : t(
                'It doesn’t exist, has been removed, or another department has it. Ask a supervisor to assign it to you.',
              )
        }
        action={<Button onClick={() => void navigate('/conversations')}>{t('Back to list')}</Button>}
      />
    </Center>
  )
}
