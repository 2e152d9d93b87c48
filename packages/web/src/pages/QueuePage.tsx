import { waitLabel } from '@parley/core/rules/queue'
import { useEffect, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useConversationList } from '../data/conversations/list.ts'
import { choose } from '../data/session/remembered.ts'
import { useSession } from '../data/session/session.ts'
import { queueViews, viewFilter } from '../features/conversations/queue-views.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useNow } from '../ui/use-now.ts'
import { besideQueue, useMediaQuery } from '../ui/use-media-query.ts'
import styles from './ConversationPage.module.css'
import { QueueRail } from './QueueRail.tsx'

/** The queue with nothing open: who waits longest is one press away. `?view=` opens one of its views. */
export function QueuePage() {
  const session = useSession()
  const [params] = useSearchParams()
  const view = queueViews.find(({ value }) => value === params.get('view'))?.value
  useEffect(() => {
    if (view !== undefined) choose('queueView', view)
  }, [view])
  const hasRoom = useMediaQuery(besideQueue)
  if (session === null) return null
  const rail = <QueueRail current="" agentId={session.user.id} handle={null} />
  if (!hasRoom) return <div className={styles.alone}>{rail}</div>
  return (
    <div className={styles.work}>
      {rail}
      <NothingOpen agentId={session.user.id} />
    </div>
  )
}

function NothingOpen({ agentId }: { readonly agentId: string }) {
  const filter = useMemo(() => viewFilter('waiting', agentId), [agentId])
  const { rows, sample, loading } = useConversationList(filter)
  const navigate = useNavigate()
  const now = useNow()
  const [first] = sample ? [] : rows
  const since = first?.waiting_since ?? null
  return (
    <div className={styles.middle}>
      {first === undefined || since === null ? (
        <EmptyState
          title="Nothing open"
          hint={loading ? 'Looking for who waits…' : 'Nobody waits. Choose a conversation in the queue.'}
        />
      ) : (
        <EmptyState
          title="Nothing open"
          hint={`${first.customer_name} is first, and has waited for ${waitLabel(since, now)}.`}
          action={
            <Button variant="primary" onClick={() => void navigate(`/conversations/${first.id}`)}>
              Open who is first
            </Button>
          }
        />
      )}
    </div>
  )
}
