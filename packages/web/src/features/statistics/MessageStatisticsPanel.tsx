import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import type { MessageStats } from '@parley/core/reports/api'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { dayLabel, rangeLabel, shortDayLabel } from '@parley/core/reports/period'
import { countText, figureText, percentOf, percentText } from '@parley/core/reports/rules'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { type Asked, useFigures, useAwaitedFetch } from '../../data/reports/figures.ts'
import { fetchMessageStats } from '../../data/reports/statistics.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { NotLoaded } from '../../ui/states/NotLoaded.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { StackedBars } from '../../ui/charts/StackedBars.tsx'
import { StaleNotice } from '../../ui/states/StaleNotice.tsx'
import { StatCard } from '../../ui/charts/StatCard.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import { DailyMessages, type PageSize } from './DailyMessages.tsx'
import { DayControls } from './DayControls.tsx'
import styles from './statistics.module.css'
import { useDayForm } from './use-day-form.ts'

const title = t('Message Statistics')
const failed = t('Failed to load message statistics. Please try again later.')

/** How many messages went to and fro in some days, and who wrote them. */
export function MessageStatisticsPanel({ explain }: { explain: Explain }) {
  const [daily, setDaily] = useState(true)
  const form = useDayForm(daily)
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<PageSize>(7)
  const figures = useFigures('message-stats', form.range, daily, ({ from, to }) =>
    fetchMessageStats({ start_date: from, end_date: to, include_daily: daily }),
  )
  const { waiting, want } = useAwaitedFetch(figures)
  const { timeZone } = useWorkspaceZone()
  const { shown } = figures
  const begin = () => {
    setPage(1)
    want()
  }
  const ask = () => {
    begin()
    figures.refetch()
  }
  return (
    <Card
      title={title}
      period={shown ? rangeLabel(shown.range) : undefined}
      asOf={oldSince(figures, shown?.at)}
    >
      <DayControls
        of={title}
        form={form}
        daily={daily}
        onDaily={next => {
          setDaily(next)
          setPage(1)
        }}
        waiting={waiting}
        onApply={() => {
          const days = form.apply()
          if (days === 'same') ask()
          if (days === 'other') begin()
        }}
      />
      <Grid gap={3} className={styles.body}>
        {figures.failure !== null &&
          (shown === null ? (
            <RetryState title={failed} hint={figures.failure} busy={figures.fetching} onRetry={ask} />
          ) : (
            <StaleNotice shown={shownLabel(shown, timeZone)} busy={figures.fetching} onRetry={ask}>
              {`${failed} ${figures.failure}.`}
            </StaleNotice>
          ))}
        {figures.cut && shown === null && <NotLoaded />}
        {(shown !== null || figures.loading) && (
          <>
            <Tiles shown={shown} explain={explain} />
            <Sources shown={shown} explain={explain} />
            {daily && shown !== null && (shown.value.daily ?? []).length > 0 && (
              <StackedBars
                label={t('Messages, {range}', { range: rangeLabel(shown.range) })}
                series={[
                  { name: t('Inbound'), look: 'pale' },
                  { name: t('Outbound by bot'), look: 'hatched' },
                  { name: t('Outbound by agents'), look: 'full' },
                ]}
                bars={(shown.value.daily ?? []).map(day => ({
                  label: dayLabel(day.message_date, shown.range),
                  short: shortDayLabel(day.message_date, shown.range),
                  parts: [day.total_inbound, day.outbound_bot, day.outbound_agent],
                  words: t('{total_inbound} inbound, {outbound_bot} by bot, {outbound_agent} by agents', {
                    total_inbound: countText(day.total_inbound),
                    outbound_bot: countText(day.outbound_bot),
                    outbound_agent: countText(day.outbound_agent),
                  }),
                }))}
              />
            )}
          </>
        )}
      </Grid>
      {(shown !== null || figures.loading) && (
        <DailyMessages
          shown={shown}
          daily={daily}
          page={page}
          onPage={setPage}
          size={size}
          onSize={next => {
            setSize(next)
            setPage(1)
            figures.refetch()
          }}
          explain={explain}
        />
      )}
    </Card>
  )
}

type ShownProps = { shown: Asked<MessageStats> | null; explain: Explain }

function Tiles({ shown, explain }: ShownProps) {
  const sum = shown?.value.summary
  const total = sum?.total_messages ?? 0
  const share = (part: number | undefined) =>
    t('{percent} of total', { percent: percentText(percentOf(part ?? 0, total), 1) })
  const tiles: readonly [MetricId, number | undefined, string][] = [
    ['total_messages', sum?.total_messages, t('to and from customers')],
    ['inbound_messages', sum?.inbound.total, share(sum?.inbound.total)],
    ['outbound_messages', sum?.outbound.total, share(sum?.outbound.total)],
    ['range_conversations', sum?.active_conversations, t('with a message')],
    ['bot_automation_rate', sum?.bot_automation_rate, t('of outbound messages')],
    ['agent_handling_rate', sum?.agent_handling_rate, t('of outbound messages')],
  ]
  return (
    <div className={styles.tiles}>
      {tiles.map(([metric, value = 0, description]) => {
        const text = figureText(value, metrics[metric].unit)
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
              explain({ metric, value, text, range: shown.range, agent: null, at: shown.at, sample: false })
            }
          />
        )
      })}
    </div>
  )
}

/** Who wrote what: outbound by bot and by agent, inbound by user. */
function Sources({ shown, explain }: ShownProps) {
  const sum = shown?.value.summary
  const outbound = sum?.outbound.total ?? 0
  const inbound = sum?.inbound.by_source.USER ?? 0
  const sources: readonly [string, MetricId, number, number][] = [
    [t('Outbound by bot'), 'bot_messages', sum?.outbound.by_source.BOT ?? 0, outbound],
    [t('Outbound by agent'), 'agent_messages', sum?.outbound.by_source.AGENT ?? 0, outbound],
    [t('Inbound by user'), 'inbound_messages', inbound, inbound],
  ]
  return (
    <Grid size="list" digits className={styles.sources} role="group" aria-label={t('Source breakdown')}>
      {sources.map(([name, metric, count, whole]) => {
        const percent = percentOf(count, whole)
        const text = countText(count)
        return (
          <Grid key={name} align="center" className={styles.source} role="group" aria-label={name}>
            <span>{name}</span>
            <span>
              {shown &&
                explain(
                  {
                    metric,
                    value: count,
                    text,
                    range: shown.range,
                    agent: null,
                    at: shown.at,
                    sample: false,
                  },
                  true,
                )}
            </span>
            <Text size="meta" tone="muted">
              {shown && percentText(percent, 1)}
            </Text>
            <Meter percent={shown ? percent : 0} tone={metric === 'bot_messages' ? 'pale' : 'accent'} />
          </Grid>
        )
      })}
    </Grid>
  )
}
