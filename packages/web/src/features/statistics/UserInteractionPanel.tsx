import { plural, t } from '@parley/core/text/translate'
import type { UniqueUsers } from '@parley/core/reports/api'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { dayLabel, rangeLabel, shortDayLabel } from '@parley/core/reports/period'
import { countText, percentOf, percentText } from '@parley/core/reports/rules'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { NotLoaded, RetryState, StaleNotice } from '../../ui/states/RetryState.tsx'
import { StackedBars } from '../../ui/charts/StackedBars.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import { DayControls } from './DayControls.tsx'
import styles from './statistics.module.css'
import { failureText, type UserStatistics } from './use-user-statistics.ts'

const title = t('User Interaction Statistics')

/** How many customers wrote in some days, and who answered them. */
export function UserInteractionPanel({ users, explain }: { users: UserStatistics; explain: Explain }) {
  const { figures, form, daily, setDaily, waiting, apply, retry } = users
  const { timeZone } = useWorkspaceZone()
  const { shown } = figures
  return (
    <Card
      title={title}
      period={shown ? rangeLabel(shown.range) : undefined}
      asOf={oldSince(figures, shown?.at)}
      actions={
        shown !== null && (
          <CsvButton
            of={title}
            parts={[shown.range.from, shown.range.to]}
            header={[t('Figure'), t('Value')]}
            rows={() =>
              tilesOf(shown.value).map(({ metric, value, percent }) => [
                metrics[metric].name,
                percent ? `${Math.round(value)}%` : value,
              ])
            }
          />
        )
      }
    >
      <DayControls
        of={title}
        form={form}
        daily={daily}
        onDaily={setDaily}
        waiting={waiting}
        onApply={apply}
      />
      <Grid gap={3} className={styles.body}>
        {figures.failure !== null &&
          (shown === null ? (
            <RetryState title={failureText(figures.failure)} busy={figures.fetching} onRetry={retry} />
          ) : (
            <StaleNotice shown={shownLabel(shown, timeZone)} busy={figures.fetching} onRetry={retry}>
              {`${failureText(figures.failure)}.`}
            </StaleNotice>
          ))}
        {figures.cut && shown === null && <NotLoaded />}
        {(shown !== null || figures.loading) && (
          <div className={styles.tiles} aria-busy={figures.loading || figures.other}>
            {tilesOf(shown?.value ?? null).map(({ metric, value, percent, description }) => {
              const text = percent ? percentText(value, 0) : countText(value)
              return (
                <StatCard
                  key={metric}
                  flat
                  title={metrics[metric].name}
                  value={text}
                  description={description}
                  loading={shown === null}
                  about={
                    shown &&
                    explain({
                      metric,
                      value,
                      text,
                      range: shown.range,
                      agent: null,
                      at: shown.at,
                      sample: false,
                    })
                  }
                />
              )
            })}
          </div>
        )}
        {shown !== null && <Unanswered users={shown.value} />}
        {daily && shown?.value.daily !== undefined && shown.value.daily.length > 0 && (
          <StackedBars
            label={t('Unique users, {range}', { range: rangeLabel(shown.range) })}
            series={[
              { name: t('New users'), look: 'full' },
              { name: t('Users who had written before'), look: 'pale' },
            ]}
            bars={shown.value.daily.map(day => ({
              label: dayLabel(day.date, shown.range),
              short: shortDayLabel(day.date, shown.range),
              parts: [day.new_users, Math.max(0, day.unique_users - day.new_users)],
              words: t('{unique_users} unique, {new_users} new', {
                unique_users: countText(day.unique_users),
                new_users: countText(day.new_users),
              }),
            }))}
          />
        )}
      </Grid>
    </Card>
  )
}

interface Tile {
  readonly metric: MetricId
  readonly value: number
  readonly percent: boolean
  readonly description: string
}

function tilesOf(users: UniqueUsers | null): readonly Tile[] {
  const total = users?.summary.total_unique_users ?? 0
  const count = (metric: Tile['metric'], value: number | undefined, description: string): Tile => ({
    metric,
    value: value ?? 0,
    percent: false,
    description,
  })
  const sum = users?.summary
  return [
    count('total_unique_users', sum?.total_unique_users, t('customers who wrote')),
    count('total_new_users', sum?.total_new_users, t('wrote for the first time')),
    {
      metric: 'bot_handling_rate',
      value: percentOf(sum?.total_bot_users ?? 0, total),
      percent: true,
      description: t('answered by the bot alone'),
    },
    count('total_bot_users', sum?.total_bot_users, t('answered by the bot only')),
    count('total_agent_users', sum?.total_agent_users, t('answered by agents only')),
    count('total_mixed_users', sum?.total_mixed_users, t('answered by both')),
  ]
}

/** The three ways of being answered need not add up to all customers, and why. */
function Unanswered({ users }: { users: UniqueUsers }) {
  const { total_unique_users, total_bot_users, total_agent_users, total_mixed_users } = users.summary
  const left = total_unique_users - total_bot_users - total_agent_users - total_mixed_users
  if (left <= 0) return null
  return (
    <Text as="p" size="meta" tone="muted">
      {plural(
        left,
        {
          one: '1 customer got no answer in these days and is in none of the three kinds of interaction.',
          other:
            '{left} customers got no answer in these days and are in none of the three kinds of interaction.',
        },
        { left: countText(left) },
      )}
    </Text>
  )
}
