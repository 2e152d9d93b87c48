import { t } from '@parley/core/text/translate'
import type { MessageStats, MessageStatsDay } from '@parley/core/reports/api'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { dayLabel, rangeLabel, shortDayLabel } from '@parley/core/reports/period'
import { countText, figureText, percentOf, percentText, roundedTo } from '@parley/core/reports/rules'
import { pageOf, pageWindow } from '@parley/core/text/pages'
import { useState } from 'react'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { Asked } from '../../data/reports/figures.ts'
import { fetchMessageStats } from '../../data/reports/statistics.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { StackedBars } from '../../ui/charts/StackedBars.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Cell, Table } from '../../ui/lists/Table.tsx'
import { DayControls, useDays } from './DayControls.tsx'
import { figuresOf } from './FigureParts.tsx'
import { Columns, FigureTiles, Hint, LoadingRows, MeterCell, type Tile, Trouble } from './PanelParts.tsx'
import styles from './panels.module.css'

const title = t('Message Statistics')
const failed = t('Failed to load message statistics. Please try again later.')

/** How many messages went to and fro in some days, and who wrote them. */
export function MessageStatisticsPanel({ explain }: { explain: Explain }) {
  const days = useDays('message-stats', fetchMessageStats)
  const { daily, page, setPage, figures } = days
  const [size, setSize] = useState<PageSize>(7)
  const { shown } = figures
  return (
    <Card
      title={title}
      period={shown ? rangeLabel(shown.range) : undefined}
      asOf={oldSince(figures, shown?.at)}
    >
      <DayControls of={title} days={days} />
      <Grid gap={3} className={styles.body}>
        <Trouble figures={figures} title={failed} hint={figures.failure} onRetry={days.retry} />
        {(shown !== null || figures.loading) && (
          <>
            <FigureTiles tiles={tilesOf(shown?.value)} shown={shown} explain={explain} />
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

function tilesOf(stats: MessageStats | undefined): readonly Tile[] {
  const sum = stats?.summary
  const total = sum?.total_messages ?? 0
  const share = (part = 0) => t('{percent} of total', { percent: percentText(percentOf(part, total), 1) })
  const tiles: readonly [MetricId, number | undefined, string][] = [
    ['total_messages', sum?.total_messages, t('to and from customers')],
    ['inbound_messages', sum?.inbound.total, share(sum?.inbound.total)],
    ['outbound_messages', sum?.outbound.total, share(sum?.outbound.total)],
    ['range_conversations', sum?.active_conversations, t('with a message')],
    ['bot_automation_rate', sum?.bot_automation_rate, t('of outbound messages')],
    ['agent_handling_rate', sum?.agent_handling_rate, t('of outbound messages')],
  ]
  return tiles.map(([metric, value = 0, description]) => ({
    metric,
    value,
    text: figureText(value, metrics[metric].unit),
    description,
  }))
}

/** Who wrote what: outbound by bot and by agent, inbound by user. */
function Sources({ shown, explain }: { shown: Asked<MessageStats> | null; explain: Explain }) {
  const figure = shown && figuresOf(explain, { range: shown.range, at: shown.at })
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
        return (
          <Grid key={name} align="center" className={styles.source} role="group" aria-label={name}>
            <span>{name}</span>
            <span>{figure?.(metric, count, countText(count))}</span>
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

const tableTitle = t('Daily messages')
const sizes = [5, 7, 10, 15, 30] as const
type PageSize = (typeof sizes)[number]

const columns = [
  t('Date'),
  t('Total Messages'),
  t('Inbound'),
  t('Outbound'),
  t('Bot Msgs'),
  t('Agent Msgs'),
  t('Active Convs'),
  t('Bot Auto %'),
] as const

const counts = [
  ['total_messages', 'total_messages'],
  ['inbound_messages', 'total_inbound'],
  ['outbound_messages', 'total_outbound'],
  ['bot_messages', 'outbound_bot'],
  ['agent_messages', 'outbound_agent'],
  ['range_conversations', 'active_conversations'],
] as const satisfies readonly (readonly [MetricId, keyof MessageStatsDay])[]

type DailyMessagesProps = {
  shown: Asked<MessageStats> | null
  daily: boolean
  page: number
  onPage: (page: number) => void
  size: PageSize
  onSize: (size: PageSize) => void
  explain: Explain
}

/** The messages of each day, newest first. */
function DailyMessages({ shown, daily, page: wanted, onPage, size, onSize, explain }: DailyMessagesProps) {
  const rows = (shown?.value.daily ?? []).toSorted((a, b) => (a.message_date < b.message_date ? 1 : -1))
  const page = pageOf(rows, wanted, size)
  const loading = daily && shown?.value.daily === undefined
  if (!daily) return <Hint>{t("Enable 'Include Daily Data' to see daily statistics")}</Hint>
  return (
    <>
      {!loading && rows.length === 0 ? (
        <Hint>{t('No daily data available for the selected period')}</Hint>
      ) : (
        <div className={styles.table}>
          <ScrollBox label={t('{title}, by day', { title: tableTitle })}>
            <Table label={tableTitle} density="tight">
              <Columns columns={columns} />
              <tbody aria-busy={loading}>
                {loading ? (
                  <LoadingRows count={size} widths={columns.map(() => 60)} />
                ) : (
                  page.rows.map(row => (
                    <DayRow key={row.message_date} row={row} asked={shown} explain={explain} />
                  ))
                )}
              </tbody>
            </Table>
          </ScrollBox>
        </div>
      )}
      <HStack wrap size="meta" tone="muted" digits className={styles.foot}>
        <span>{t('Rows per page')}</span>
        <Select
          label={t('Rows per page')}
          labelHidden
          value={String(size)}
          onChange={next => onSize(Number(next) as PageSize)}
          choices={sizes.map(one => ({ value: String(one), label: String(one) }))}
        />
        <span className={styles.grow}>
          {t('Page {page} of {pages}', { page: page.page, pages: page.pages })}
        </span>
        {shown !== null && rows.length > 0 && (
          <CsvButton
            of={tableTitle}
            parts={[shown.range.from, shown.range.to]}
            header={columns}
            rows={() =>
              rows.map(row => [
                row.message_date,
                ...counts.map(([, field]) => row[field]),
                roundedTo(row.bot_automation_percentage, 1),
              ])
            }
          />
        )}
        <Pager
          label={t('Pages of {title}', { title: tableTitle })}
          page={page.page}
          pages={page.pages}
          numbers={pageWindow(page.page, page.pages)}
          onPage={onPage}
        />
      </HStack>
    </>
  )
}

type DayRowProps = { row: MessageStatsDay; asked: Asked<unknown> | null; explain: Explain }

function DayRow({ row, asked, explain }: DayRowProps) {
  const days = { from: row.message_date, to: row.message_date }
  const figure = figuresOf(explain, { range: days, at: asked?.at ?? null })
  const automation = percentText(row.bot_automation_percentage, 1)
  return (
    <tr>
      <Cell>
        <time dateTime={row.message_date} title={row.message_date}>
          {dayLabel(row.message_date, asked?.range ?? null)}
        </time>
      </Cell>
      {counts.map(([metric, field]) => (
        <Cell key={field} align="end">
          {figure(metric, row[field], countText(row[field]))}
        </Cell>
      ))}
      <MeterCell percent={row.bot_automation_percentage}>
        {figure('bot_automation_rate', row.bot_automation_percentage / 100, automation)}
      </MeterCell>
    </tr>
  )
}
