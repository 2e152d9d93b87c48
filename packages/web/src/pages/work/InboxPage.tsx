import { t } from '@parley/core/text/translate'
import { type ConversationFilter, customerNameOf } from '@parley/core/conversations/rules'
import { waitLabel, waitsForAnswer } from '@parley/core/conversations/queue'
import { MessageSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useConversationList } from '../../data/conversations/list.ts'
import { choose } from '../../data/session/preferences.ts'
import { useSession } from '../../data/session/session.ts'
import { queueViews, viewFilter } from '../../features/inbox/queue/queue-views.ts'
import { QueueRail, useInboxView } from '../../features/inbox/queue/QueueRail.tsx'
import { Button } from '../../ui/Button.tsx'
import { Box, Center, VStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { isFocusFree } from '../../ui/overlays/free-focus.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { besideQueue, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { OfferPlace } from '../OfferPlace.tsx'
import styles from './ConversationPage.module.css'

/** The queue with nothing open: who is first is one press away. `?view=` opens one of its views. */
export function InboxPage() {
  const session = useSession()
  const [params] = useSearchParams()
  const view = queueViews.find(({ value }) => value === params.get('view'))?.value
  useEffect(() => {
    if (view !== undefined) choose('inboxView', view)
  }, [view])
  const hasRoom = useMediaQuery(besideQueue)
  if (session === null) return null
  const rail = <QueueRail current="" agentId={session.user.id} handle={null} />
  if (!hasRoom) return <div className={styles.alone}>{rail}</div>
  return (
    <div className={styles.work}>
      {rail}
      <VStack className={styles.pane}>
        <OfferPlace />
        <Box flex="fill">
          <NothingOpen agentId={session.user.id} />
        </Box>
      </VStack>
    </div>
  )
}

/** Who is first in the view that is shown; where nobody waits in it, who is first of all. */
function NothingOpen({ agentId }: { readonly agentId: string }) {
  const { filter } = useInboxView(agentId)
  const shown = useFirst(filter)
  const ofAll = useFirst(everybodys)
  const navigate = useNavigate()
  const now = useNow()
  const { first, loading } = shown.first === undefined ? ofAll : shown
  const since = first?.waiting_since ?? null
  const button = useRef<HTMLButtonElement>(null)
  const hasFirst = first !== undefined
  // Who has just come here opens the next conversation by one key.
  useEffect(() => {
    if (hasFirst && isFocusFree()) button.current?.focus()
  }, [hasFirst])
  return (
    <Center full pad={6}>
      {first === undefined || since === null ? (
        <EmptyState
          title={t('Select a conversation')}
          hint={
            loading
              ? t('Loading waiting customers…')
              : t('No customers are waiting. Choose a conversation in the queue.')
          }
        />
      ) : (
        <EmptyState
          icon={<MessageSquare size={20} strokeWidth={1.7} aria-hidden="true" />}
          title={t('Select a conversation')}
          hint={t('Next: {first}, waiting for {since}.', {
            first: customerNameOf(first),
            since: waitLabel(since, now),
          })}
          action={
            <Button
              ref={button}
              variant="primary"
              onClick={() => void navigate(`/conversations/${first.id}`)}
            >
              {t('Open next')}
            </Button>
          }
        />
      )}
    </Center>
  )
}

const everybodys = viewFilter('team', '')

function useFirst(filter: ConversationFilter) {
  'use memo'
  const { rows, sample, loading } = useConversationList(filter)
  const [first] = sample ? [] : rows
  return { first: first !== undefined && waitsForAnswer(first) ? first : undefined, loading }
}
