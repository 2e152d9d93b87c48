import { t } from '@parley/core/text/translate'
import { availabilityCounts, limitSentence } from '@parley/core/agents/rules'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { countText, notMeasured } from '@parley/core/reports/rules'
import type { ReactNode } from 'react'
import { rich } from '../../ui/rich.ts'
import { useAgent, useAgents, useAvailability } from '../../data/agents/queries.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { DashboardView } from '../../data/reports/dashboard.ts'
import { useSession } from '../../data/session/session.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { classNames } from '../../ui/hooks/class-names.ts'
import { figuresOf } from './FigureParts.tsx'
import styles from './dashboard.module.css'

type StatusCardsProps = { view: DashboardView; explain: Explain }

/** The agent's own status, their shift, and who else is there. */
export function StatusCards({ view, explain }: StatusCardsProps) {
  return (
    <Grid gap={4} className={styles.status}>
      <StatusCard title={t('Your Status')}>
        <OwnStatus />
      </StatusCard>
      <StatusCard title={t('Shift Overview')}>
        <Shift view={view} explain={explain} />
      </StatusCard>
      <StatusCard title={t('Agent Availability')}>
        <Availability explain={explain} />
      </StatusCard>
    </Grid>
  )
}

function StatusCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Text as="section" flex="shrink" frame size="list" digits className={styles.card} aria-label={title}>
      <Text as="h2" size="meta" tone="muted">
        {title}
      </Text>
      {children}
    </Text>
  )
}

/** Its first line always stands; what is otherwise comes below it. */
function OwnStatus() {
  const viewer = useSession()?.user.id ?? ''
  const availability = useAvailability(viewer)
  const agent = useAgent(viewer)
  const limit = agent && limitSentence(agent)
  const { behind, cut } = useFreshness()
  const otherwise = cut
    ? t('No connection: you receive nothing new until it is back.')
    : availability === 'Offline'
      ? t('You are offline: no new conversations are offered to you. Set your status to Available.')
      : availability !== null && availability !== 'Available'
        ? t('You are {status}: no new conversations are offered to you.', {
            status: t(availability).toLowerCase(),
          })
        : behind
          ? t('Live updates are interrupted: new messages may arrive late.')
          : limit
  return (
    <>
      <HStack as="p" gap={2} size="body" weight={500} className={styles.own}>
        <span className={classNames(styles.dot, otherwise !== null && styles.off)} aria-hidden="true" />
        {t('Online - Available for new conversations')}
      </HStack>
      {otherwise !== null && (
        <Text as="p" role="status" size="meta" tone="warn">
          {otherwise}
        </Text>
      )}
    </>
  )
}

function Shift({ view, explain }: StatusCardsProps) {
  const { figures, loading, at } = view
  const handled = figures?.handled_today ?? null
  if (figures === null && loading) return <Skeleton width={220} height={20} />
  const text = countText(handled)
  return (
    <HStack gap={2} size="body" weight={500} className={styles.own}>
      <span>
        {handled === 1
          ? rich("You've handled {count} conversation today", { count: <b>{text}</b> })
          : rich("You've handled {count} conversations today", { count: <b>{text}</b> })}
      </span>
      {figuresOf(explain, { at })('handled_today', handled, text, false)}
    </HStack>
  )
}

function Availability({ explain }: { explain: Explain }) {
  const { state, agents, stale } = useAgents()
  const { cut } = useFreshness()
  const counts = state === 'ready' ? availabilityCounts(agents) : null
  const figures: readonly [MetricId, number | undefined, boolean][] = [
    ['available_agents', counts?.available, false],
    ['agents_with_capacity', counts?.withCapacity, false],
    ['overloaded_agents', counts?.overloaded, (counts?.overloaded ?? 0) > 0],
  ]
  return (
    <>
      <HStack as="dl" wrap className={styles.availability} aria-busy={state === 'loading'}>
        {figures.map(([metric, value, bad]) => {
          const text = value === undefined ? notMeasured : countText(value)
          return (
            <HStack key={metric} gap={1} tone={bad ? 'danger' : 'muted'} nowrap className={styles.figure}>
              <dt>{metric === 'overloaded_agents' ? t('Overloaded') : metrics[metric].name}</dt>
              <Grid as="dd" align="center" weight={600} tone={bad ? 'danger' : 'text'}>
                {state === 'loading' ? (
                  <Skeleton width={16} height={16} />
                ) : value === undefined ? (
                  text
                ) : (
                  figuresOf(explain, {})(metric, value, text)
                )}
              </Grid>
            </HStack>
          )
        })}
      </HStack>
      {state === 'unavailable' && !cut && (
        <Text as="p" role="alert" size="meta" tone="warn">
          {t('Agent availability could not be loaded')}
        </Text>
      )}
      {state === 'ready' && stale && !cut && (
        <Text as="p" role="status" size="meta" tone="warn">
          {t('Agent availability could not be refreshed: these counts may be out of date.')}
        </Text>
      )}
    </>
  )
}
