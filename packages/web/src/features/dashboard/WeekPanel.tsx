import { t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import { figureText, percentText, performanceFigures } from '@parley/core/reports/rules'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { useDashboard } from '../../data/reports/dashboard.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { TrendMark } from '../../ui/charts/StatCard.tsx'
import { DashboardFailure, figuresOf } from './FigureParts.tsx'
import styles from './dashboard.module.css'

const title = t('Performance Metrics')
const lines = [
  ['responseTime', 'week_response_time'],
  ['resolutionRate', 'week_resolution_rate'],
  ['customerSatisfaction', 'week_satisfaction'],
  ['conversationsHandled', 'week_conversations'],
] as const

/** This week's performance against last week's. */
export function WeekPanel({ explain }: { explain: Explain }) {
  const view = useDashboard('looks on')
  const { figures, failure, at } = view
  const drawn = figuresOf(explain, { at, sample: figures?.sample ?? false })
  const week = figures && performanceFigures(figures)
  return (
    <Card
      title={title}
      period={t('this week since Monday')}
      asOf={oldSince(view, at)}
      actions={
        <>
          {figures?.sample && <SampleMark />}
          <Text size="meta" tone="muted">
            {t('compared with last week')}
          </Text>
        </>
      }
    >
      <Grid as="dl" size="list" digits className={styles.week} aria-busy={view.loading}>
        {lines.map(([name, metric]) => {
          const figure = week?.[name]
          const text = figureText(figure?.current ?? null, metrics[metric].unit)
          return (
            <div key={name}>
              <dt>
                {metrics[metric].name}
                {figures && drawn(metric, figure?.current ?? null, text, false)}
              </dt>
              <dd>{view.loading ? <Skeleton width={56} height={16} /> : <b>{text}</b>}</dd>
              <dd className={styles.trend}>
                {figure && figure.trendValue !== null && (
                  <TrendMark
                    direction={figure.trend ?? 'flat'}
                    percent={percentText(figure.trendValue, 1)}
                    good={figure.good}
                    against={t('last week')}
                  />
                )}
                {figure && figure.trendValue === null && (
                  <Text size="meta" tone="muted">
                    {figure.previous === null
                      ? t('not measured last week')
                      : t('{previous} last week', {
                          previous: figureText(figure.previous, metrics[metric].unit),
                        })}
                  </Text>
                )}
              </dd>
            </div>
          )
        })}
      </Grid>
      {failure !== null && (
        <div className={styles.note}>
          <DashboardFailure view={view}>
            {figures === null
              ? t('{title} could not be loaded: {failure}.', { title, failure })
              : t('{title} could not be refreshed: {failure}. The last figures are still shown.', {
                  title,
                  failure,
                })}
          </DashboardFailure>
        </div>
      )}
    </Card>
  )
}
