import { t } from '@parley/core/text/translate'
import { firstSentence } from '@parley/core/conversations/queue'
import { customerName } from '@parley/core/conversations/rules'
import { conversationPath } from '@parley/core/notifications/rules'
import { countText, notMeasured } from '@parley/core/reports/rules'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type NextUp, type NextUpView, useNextUp } from '../../data/reports/next-up.ts'
import { useUnreadStats } from '../../data/messages/unread-stats.ts'
import { oldSince } from '../../sync/telling.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { AsOf } from '../../ui/states/OldList.tsx'
import { Button } from '../../ui/Button.tsx'
import { NotLoaded } from '../../ui/states/RetryState.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './NextStrip.module.css'

/** What waits for the viewer: who is first, then how much of everything else, each one press away. */
export function NextStrip() {
  const view = useNextUp()
  const { next } = view
  const { stats: unread } = useUnreadStats()
  if (next === null) return null
  return (
    <HStack
      as="section"
      aria-label={t('Waiting for you')}
      wrap
      frame
      digits
      className={styles.strip}
      data-old={view.cut || undefined}
    >
      <Grid gap={0.5} flex="shrink" className={styles.lead}>
        <First view={view} />
        <Trouble view={view} />
      </Grid>
      <HStack as="ul" gap={1} align="stretch" wrap className={styles.counts}>
        <Count
          name={t('Unread conversations')}
          count={unread?.conversations_with_unread}
          to="/inbox?view=mine"
        />
        <Count name={t('Closing soon')} count={next?.closing} to="/inbox?view=closing" />
        <Count name={t('Open tickets')} count={next?.tickets} to="/tickets" />
        <Count name={t('Reminders today')} count={next?.reminders.count} to={reminderPath(next)} />
        <Count name={t('Returning today')} count={next?.back} to="/inbox?view=snoozed" />
      </HStack>
    </HStack>
  )
}

function reminderPath(next: NextUp | undefined): string | null {
  const first = next?.reminders.first ?? null
  return first && conversationPath(first.conversation_id, first.message_id)
}

/** That it is not known, or may be old. */
function Trouble({ view }: { view: NextUpView }) {
  const { state, stale, retrying, retry, tells, cut, fetchedAt } = view
  const old = oldSince(view, fetchedAt)
  if (old !== null) return <AsOf time={old} at="edge" />
  if (cut) return <NotLoaded />
  if (!tells) return null
  if (state !== 'failed' && !stale) return null
  return (
    <Said isNews>
      {stale
        ? t('May be out of date: it could not be refreshed')
        : t('Your waiting customers could not be loaded')}
      <Button size="small" busy={retrying} onClick={retry}>
        {t('Retry')}
      </Button>
    </Said>
  )
}

function First({ view: { next, state, cut } }: { view: NextUpView }) {
  const now = useNow()
  if (next === undefined || next === null)
    return state === 'failed' || cut ? null : <Said>{t('Loading waiting customers…')}</Said>
  const { first } = next
  if (first === null) return <Said>{t('No customers are waiting for you.')}</Said>
  return (
    <HStack
      as={Link}
      to={conversationPath(first.conversation_id, null)}
      gap={2}
      flex="shrink"
      size="body"
      weight={500}
      tone="accent"
      className={styles.first}
    >
      <Text cut className={styles.words}>
        {firstSentence(customerName(first.customer_name, first.phone_number), first.waiting_since, now)}
        {!first.is_own && ' · unassigned'}
      </Text>
      <ArrowRight size={14} strokeWidth={1.8} aria-hidden="true" />
    </HStack>
  )
}

/** `isNews`: it may come while somebody is there. */
const Said = ({ isNews = false, children }: { isNews?: boolean; children: ReactNode }) => (
  <HStack
    as="p"
    role={isNews ? 'status' : undefined}
    gap={2}
    flex="shrink"
    size="body"
    tone="muted"
    className={styles.said}
  >
    {children}
  </HStack>
)

/** A number with its name, which leads to what it counts; a dash while nobody knows. `to`: null where there is no place. */
function Count({ name, count, to }: { name: string; count: number | undefined; to: string | null }) {
  const shown = (
    <>
      <b className={styles.number} data-none={count === 0 || undefined}>
        {count === undefined ? notMeasured : countText(count)}
      </b>
      <Text size="meta" tone="muted" className={styles.name}>
        {name}
      </Text>
    </>
  )
  return (
    <li>
      {to === null ? (
        <span className={styles.count}>{shown}</span>
      ) : (
        <Link to={to} className={styles.count}>
          {shown}
        </Link>
      )}
    </li>
  )
}
