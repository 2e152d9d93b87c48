import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMay } from '../data/capabilities/queries.ts'
import { useConversation } from '../data/conversations/conversation.ts'
import { selectConversation } from '../data/conversations/selection.ts'
import { useSession } from '../data/session/session.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ConversationDesk } from './ConversationDesk.tsx'
import styles from './ConversationPage.module.css'

/** How long after an answer without a conversation the page says that there is none. */
const notFoundAfterMs = 1_000

/** One conversation: found out first, then worked on. */
export function ConversationPage() {
  const { id = '' } = useParams()
  const session = useSession()
  const detail = useConversation(id)
  useEffect(() => {
    selectConversation(id)
    return () => selectConversation(null)
  }, [id])

  if (session === null) return null
  if (detail.state === 'missing') return <Missing key={id} />
  if (detail.state === 'loading') return <Loading />
  return <ConversationDesk key={`${session.user.id} ${id}`} detail={detail} agentId={session.user.id} />
}

function Loading() {
  return (
    <div className={styles.middle}>
      <Spinner label="Loading the conversation" />
    </div>
  )
}

function Missing() {
  const [isCertain, setCertain] = useState(false)
  const seesAll = useMay('colleague-conversations')
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => setCertain(true), notFoundAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isCertain) return <Loading />
  return (
    <div className={styles.middle}>
      <EmptyState
        title="Conversation not found"
        hint={
          seesAll
            ? "The conversation you're looking for doesn't exist or has been removed."
            : 'It doesn’t exist, has been removed, or another department has it. A supervisor can say which, and assign it to you.'
        }
        action={<Button onClick={() => void navigate('/conversations')}>Back to list</Button>}
      />
    </div>
  )
}
