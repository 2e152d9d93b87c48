import { plural, t } from '@parley/core/text/translate'
import type { Compared } from '@parley/core/reports/api'
import { metrics } from '@parley/core/reports/catalogue'
import { figureText, percentText, trendOf } from '@parley/core/reports/rules'
import { BellRing, Clock, Hourglass, MessagesSquare, SquareCheck, Timer } from 'lucide-react'
import { Link } from 'react-router'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { DashboardFigures, DashboardView } from '../../data/reports/dashboard.ts'
import { oldSince } from '../../sync/telling.ts'
import { Grid } from '../../ui/layout/Layout.tsx'
import { AsOf } from '../../ui/states/OldList.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { DashboardFailure } from './FigureParts.tsx'
import styles from './dashboard.module.css'

type Shown = {
  readonly [Name in keyof DashboardFigures]: DashboardFigures[Name] extends Compared ? Name : never
}[keyof DashboardFigures]

const tiles = [
  {
    title: t('Pending Conversations'),
    metric: 'pending_conversations',
    description: t('of yours, with unread messages'),
    Icon: Hourglass,
    counted: true,
  },
  {
    title: t('Active Conversations'),
    metric: 'active_conversations',
    description: t('status ACTIVE now'),
    Icon: MessagesSquare,
    counted: true,
  },
  {
    title: t('Waiting Now'),
    metric: 'waiting_now',
    description: t('customers without an answer'),
    Icon: BellRing,
    counted: false,
  },
  {
    title: t('Longest Wait'),
    metric: 'longest_wait',
    description: t('for a person, until now'),
    Icon: Clock,
    counted: false,
  },
  {
    title: t('Avg. Response Time'),
    metric: 'week_response_time',
    description: t('wait for an agent, this week'),
    Icon: Timer,
    counted: false,
  },
  {
    title: t('Resolution Rate'),
    metric: 'week_resolution_rate',
    description: t('of tickets raised this week'),
    Icon: SquareCheck,
    counted: false,
  },
] as const satisfies readonly { metric: Shown; [other: string]: unknown }[]

/** No sample tells who waits, and the console cannot count it. */
const unsampled: ReadonlySet<Shown> = new Set(['waiting_now', 'longest_wait'])

/** Whose customer has waited longest; null where nobody waits, or the viewer may not know. */
function longestOwner(figures: DashboardFigures | null): string | null {
  const [first] = figures === null || figures.sample ? [] : figures.waits
  if (first === undefined || first.longest_minutes !== figures?.longest_wait.current) return null
  return first.agent_id === null
    ? t('a customer whom nobody has')
    : t('a customer of {name}', { name: first.agent_name ?? t('Agent') })
}

/** The messages of the pending conversations, as the sidebar says them. */
const unreadText = (count: number): string =>
  plural(count, { one: '{count} unread message of yours', other: '{count} unread messages of yours' })

/** The headline figures. Under the sample source the console counts the first two itself, and nobody knows who waits. */
export function StatTiles({ view, explain }: { view: DashboardView; explain: Explain }) {
  const { figures, failure, at } = view
  const old = figures === null ? null : oldSince(view, at)
  const owner = longestOwner(figures)
  return (
    <>
      <Grid
        as="section"
        aria-label={t('Key figures')}
        gap={4}
        className={styles.tiles}
        data-old={old !== null || undefined}
      >
        {old !== null && <AsOf time={old} at="edge" />}
        {(figures?.sample ? tiles.filter(({ metric }) => !unsampled.has(metric)) : tiles).map(
          ({ title, metric, description, Icon, counted }) => {
            const compared = figures?.[metric] ?? { current: null, previous: null }
            const text = figureText(compared.current, metrics[metric].unit)
            const sample = (figures?.sample ?? false) && !counted
            const figure = { metric, value: compared.current, text, range: null, agent: null, at, sample }
            const trend = trendOf(compared, metrics[metric].better)
            return (
              <StatCard
                key={title}
                title={title}
                value={text}
                icon={<Icon size={14} strokeWidth={1.8} aria-hidden="true" />}
                description={
                  sample ? (
                    <SampleMark />
                  ) : metric === 'pending_conversations' && view.unread ? (
                    unreadText(view.unread)
                  ) : metric === 'waiting_now' ? (
                    <Link to="/inbox?view=team">{description}</Link>
                  ) : metric === 'longest_wait' && owner !== null ? (
                    explain(figure, owner)
                  ) : (
                    description
                  )
                }
                trend={trend && { ...trend, percent: percentText(trend.percent, 1), against: t('last week') }}
                loading={view.loading}
                about={figures && explain(figure)}
              />
            )
          },
        )}
      </Grid>
      {failure !== null && (
        <DashboardFailure view={view}>
          {figures === null
            ? t("The dashboard's figures could not be loaded: {failure}.", { failure })
            : t("The dashboard's figures could not be refreshed: {failure}. The last ones are still shown.", {
                failure,
              })}
        </DashboardFailure>
      )}
    </>
  )
}
