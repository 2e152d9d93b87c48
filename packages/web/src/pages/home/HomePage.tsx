import { t } from '@parley/core/text/translate'
import type { Role } from '@parley/core/access/policies'
import { calendar, dayIn, firstName, greeting } from '@parley/core/text/format'
import { RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { useAgent } from '../../data/agents/queries.ts'
import { useRole, useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { RecentConversations } from '../../features/inbox/RecentConversations.tsx'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { OfferPlace } from '../OfferPlace.tsx'
import type { HeadlineCard } from './HomeHeadline.tsx'
import type { PanelCard } from './HomePanels.tsx'
import page from '../page.module.css'
import styles from './HomePage.module.css'

const headline = lazyWithRetry(async () => (await import('./HomeHeadline.tsx')).HomeHeadline)
const panels = lazyWithRetry(async () => (await import('./HomePanels.tsx')).HomePanels)

interface CardOrder {
  readonly headline: readonly HeadlineCard[]
  /** Before the recent conversations. */
  readonly before: readonly PanelCard[]
  /** Behind them; the first one stands beside them where there is room. */
  readonly behind: readonly PanelCard[]
}

const supervisors: CardOrder = {
  headline: ['next', 'tiles', 'status'],
  before: ['waits', 'workload', 'week', 'performance'],
  behind: ['daily', 'users', 'messages'],
}

/**
 * The same cards for every role, in the order of its questions. An agent: what waits for me, my day. A supervisor: now, what is
 * at risk, trends. An administrator: the health of the channel, then as a supervisor.
 */
const cardOrders: Readonly<Record<Role, CardOrder>> = {
  AGENT: {
    headline: ['next', 'status', 'tiles'],
    before: [],
    behind: ['daily', 'waits', 'users', 'messages', 'week', 'performance', 'workload'],
  },
  SUPERVISOR: supervisors,
  ADMINISTRATOR: { ...supervisors, headline: ['health', ...supervisors.headline] },
}

/** The first thing an agent sees: a greeting, what waits for them, how busy it is, what moved last, and the figures. */
export function HomePage() {
  const user = useSession()?.user
  // The session has the word one signs in with; the list of agents has the name.
  const name = useAgent(user?.id ?? '')?.name ?? user?.name ?? null
  const now = useNow()
  const { known, timeZone } = useWorkspaceZone()
  const role = useRole()
  // Until the role is known no card stands in a place that it may leave.
  const order = known ? cardOrders[role ?? 'AGENT'] : null
  const local = calendar()
  const { cut } = useFreshness()
  return (
    <Grid gap={4} className={styles.page}>
      <HStack as="header" gap={2} wrap className={styles.header}>
        <div>
          <Text as="h2" breaks className={page.title}>
            {greeting(local.hour(now), firstName(name))}
          </Text>
          <Text as="p" size="list" tone="muted" className={styles.day}>
            {dayIn(navigator.language, now)}
            {timeZone !== undefined && t('. Figures in {timeZone} time.', { timeZone })}
          </Text>
        </div>
        <Button
          icon={<RotateCw size={14} strokeWidth={1.8} aria-hidden="true" />}
          disabled={cut}
          onClick={() => location.reload()}
        >
          {t('Refresh Data')}
        </Button>
      </HStack>
      <OfferPlace />
      {order === null ? (
        <Waiting what={t('the headline figures')} places={['next', 'status', 'tiles']} />
      ) : (
        <Cards order={order} />
      )}
    </Grid>
  )
}

/** The cards, each in its place; the panels' code comes behind what is seen first. */
const Cards = ({ order: { headline: cards, before, behind } }: { order: CardOrder }) => (
  <>
    <Suspense
      fallback={<Waiting what={t('the headline figures')} places={cards.filter(card => card !== 'health')} />}
    >
      <headline.Part cards={cards} />
    </Suspense>
    <Grid gap={4} align="start" className={styles.grid}>
      {before.length > 0 && (
        <Suspense fallback={<Waiting what={t('the panels')} places={['wide']} />}>
          <panels.Part cards={before} />
        </Suspense>
      )}
      <div className={styles.recent}>
        <RecentConversations />
      </div>
      <Suspense fallback={<Waiting what={t('the panels')} places={['side', 'wide']} />}>
        <panels.Part cards={behind} />
      </Suspense>
    </Grid>
  </>
)

type Place = 'next' | 'status' | 'tiles' | 'side' | 'wide'

/** Keeps the places of parts whose code is on its way. */
const Waiting = ({ what, places }: { what: string; places: readonly Place[] }) =>
  places.map(place => (
    <div
      key={place}
      className={styles[place]}
      data-waiting={place}
      role="status"
      aria-label={t('Loading {what}', { what })}
    />
  ))
