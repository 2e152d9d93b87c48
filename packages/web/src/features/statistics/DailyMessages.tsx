import { t } from '@parley/core/text/translate'
import type { MessageStats, MessageStatsDay } from '@parley/core/reports/api'
import type { MetricId } from '@parley/core/reports/constants'
import { dayLabel } from '@parley/core/reports/period'
import { countText, percentText, roundedTo } from '@parley/core/reports/rules'
import { pageOf, pageWindow } from '@parley/core/text/pages'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { Asked } from '../../data/reports/figures.ts'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Center, HStack } from '../../ui/layout/Layout.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import styles from './statistics.module.css'

const title = t('Daily messages')
const sizes = [5, 7, 10, 15, 30] as const
export type PageSize = (typeof sizes)[number]

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
export function DailyMessages({
  shown,
  daily,
  page: wanted,
  onPage,
  size,
  onSize,
  explain,
}: DailyMessagesProps) {
  const rows = (shown?.value.daily ?? []).toSorted((a, b) => (a.message_date < b.message_date ? 1 : -1))
  const page = pageOf(rows, wanted, size)
  const loading = daily && shown?.value.daily === undefined
  if (!daily)
    return (
      <Center as="p" size="list" tone="muted" className={styles.hint}>
        {t("Enable 'Include Daily Data' to see daily statistics")}
      </Center>
    )
  return (
    <>
      {!loading && rows.length === 0 ? (
        <Center as="p" size="list" tone="muted" className={styles.hint}>
          {t('No daily data available for the selected period')}
        </Center>
      ) : (
        <div className={styles.table}>
          <ScrollBox label={t('{title}, by day', { title })}>
            <Table label={title} density="tight">
              <thead>
                <tr>
                  {columns.map((column, index) => (
                    <HeaderCell key={column} align={index === 0 ? 'start' : 'end'}>
                      {column}
                    </HeaderCell>
                  ))}
                </tr>
              </thead>
              <tbody aria-busy={loading}>
                {loading
                  ? Array.from({ length: size }, (_, index) => <LoadingRow key={index} />)
                  : page.rows.map(row => (
                      <DayRow key={row.message_date} row={row} asked={shown} explain={explain} />
                    ))}
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
            of={title}
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
          label={t('Pages of {title}', { title })}
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
  const figure = (metric: MetricId, value: number, text: string) =>
    explain(
      {
        metric,
        value,
        text,
        range: { from: row.message_date, to: row.message_date },
        agent: null,
        at: asked?.at ?? null,
        sample: false,
      },
      true,
    )
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
      <Cell align="end">
        <HStack as="span" gap={2} justify="end" className={styles.meter}>
          <Meter percent={row.bot_automation_percentage} />
          {figure('bot_automation_rate', row.bot_automation_percentage / 100, automation)}
        </HStack>
      </Cell>
    </tr>
  )
}

function LoadingRow() {
  return (
    <tr>
      {columns.map(column => (
        <Cell key={column}>
          <Skeleton width={60} />
        </Cell>
      ))}
    </tr>
  )
}
