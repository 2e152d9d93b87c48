import { t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import type { Counted, Metric, Unit } from '@parley/core/reports/metric'
import type { MetricId } from '@parley/core/reports/constants'
import { rangeLabel } from '@parley/core/reports/period'
import { countText, tenthsText } from '@parley/core/reports/rules'
import { calendar } from '@parley/core/text/format'
import { type ReactElement, Suspense, useState } from 'react'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { FigureRef } from '../../data/reports/counted-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import styles from './AboutFigure.module.css'

const rowsWindow = lazyWithRetry(async () => (await import('./CountedRowsWindow.tsx')).CountedRowsWindow)

type AboutPanelProps = {
  figure: FigureRef
  trigger: ReactElement<Record<string, unknown>>
  openAtOnce: boolean
}

/** What a figure means, what it is of, how fresh it is, and the way to what it counts. */
export function AboutPanel({ figure, trigger, openAtOnce }: AboutPanelProps) {
  const [open, setOpen] = useState(openAtOnce)
  const [rows, setRows] = useState(false)
  const metric: Metric = metrics[figure.metric]
  const name = figure.agent === null ? metric.name : `${metric.name}: ${figure.agent.name}`
  const see = figure.sample ? null : seeWords(figure.metric, figure.value)
  return (
    <>
      <Popover
        trigger={trigger}
        open={open}
        onOpenChange={setOpen}
        title={name}
        actions={figure.sample && <SampleMark />}
      >
        <Grid gap={2} size="list" className={styles.about}>
          <p>{metric.definition}</p>
          {metric.exclusions !== null && (
            <Text as="p" tone="muted">
              {metric.exclusions}
            </Text>
          )}
          {figure.leftOut !== undefined && <p>{figure.leftOut}</p>}
          {figure.sample && <p>{t('This is built-in sample data: it is not a real measurement.')}</p>}
          {figure.value === null && !figure.sample && <p>{t('There is no data for this figure yet.')}</p>}
          {see !== null && (
            <Button
              onClick={() => {
                setOpen(false)
                setRows(true)
              }}
            >
              {see}
            </Button>
          )}
          <FigureFacts figure={figure} />
        </Grid>
      </Popover>
      {rows && (
        <Suspense fallback={null}>
          <rowsWindow.Part figure={figure} title={name} onClose={() => setRows(false)} />
        </Suspense>
      )}
    </>
  )
}

function FigureFacts({ figure }: { figure: FigureRef }) {
  const { timeZone } = useWorkspaceZone()
  const metric: Metric = metrics[figure.metric]
  const spans = {
    range: figure.range === null ? t('the chosen days') : rangeLabel(figure.range),
    week: t('this week, from Monday until now'),
    today: 'today',
    now: 'now',
  }
  return (
    <Facts names="fitting">
      <Fact name={t('Shown')}>{figure.text}</Fact>
      {metric.unit === 'minutes' && figure.value !== null && (
        <Fact name={t('In minutes')}>{tenthsText(figure.value)}</Fact>
      )}
      <Fact name={t('Unit')}>{unitWords[metric.unit]}</Fact>
      <Fact name={t('Of')}>{spans[metric.span]}</Fact>
      <Fact name={t('Days in')}>
        {timeZone === undefined ? t("this browser's time") : t('{timeZone} time', { timeZone })}
      </Fact>
      {figure.at !== null && (
        <Fact name={t('Asked for')}>
          {metric.span === 'range'
            ? t('at {time}, again every minute', { time: calendar(timeZone).clock(new Date(figure.at)) })
            : t('at {time}', { time: calendar(timeZone).clock(new Date(figure.at)) })}
        </Fact>
      )}
    </Facts>
  )
}

/** A link to one row, to many, to those of a share. */
const seeLinks: Readonly<
  Record<Counted, readonly [one: string, many: (count: string) => string, all: string]>
> = {
  customer: [
    t('See the customer'),
    count => t('See the {count} customers', { count }),
    t('See the customers'),
  ],
  conversation: [
    t('See the conversation'),
    count => t('See the {count} conversations', { count }),
    t('See the conversations'),
  ],
  message: [t('See the message'), count => t('See the {count} messages', { count }), t('See the messages')],
  ticket: [t('See the ticket'), count => t('See the {count} tickets', { count }), t('See the tickets')],
  rating: [t('See the rating'), count => t('See the {count} ratings', { count }), t('See the ratings')],
  agent: [t('See the agent'), count => t('See the {count} agents', { count }), t('See the agents')],
}

/** Of these units a figure is the number of its rows; the largest of many is not. */
const countUnits: ReadonlySet<Unit> = new Set(['customers', 'messages', 'conversations', 'tickets', 'agents'])

/** "See the 38 customers": the way to the rows of a figure; null where it counts nothing. */
function seeWords(id: MetricId, value: number | null): string | null {
  const metric: Metric = metrics[id]
  const counts = countUnits.has(metric.unit) && id !== 'max_workload'
  const [one, many, all] = seeLinks[metric.counts]
  if (!counts) return all
  if (value === null || value === 0) return null
  return value === 1 ? one : many(countText(value))
}

/** What a figure's unit is called. */
const unitWords: Readonly<Record<Unit, string>> = {
  customers: t('customers'),
  messages: t('messages'),
  conversations: t('conversations'),
  tickets: t('tickets'),
  agents: t('agents'),
  minutes: t('minutes'),
  fraction: t('percent'),
  percent: t('percent'),
  rating: t('rating from 1 to 5'),
}
