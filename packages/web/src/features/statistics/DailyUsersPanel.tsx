import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { UniqueUsersDay } from '@parley/core/reports/api'
import { dayLabel, rangeLabel } from '@parley/core/reports/period'
import { countText, percentOf, percentText } from '@parley/core/reports/rules'
import { pageNumbers, pageOf } from '@parley/core/text/pages'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { Asked } from '../../data/reports/figures.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Center, HStack, Text } from '../../ui/layout/Layout.tsx'
import { NotLoaded } from '../../ui/states/RetryState.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import styles from './statistics.module.css'
import { failureText, type UserStatistics } from './use-user-statistics.ts'

const title = t('Daily User Statistics')
const pageSize = 5

/** The unique users of each day, newest first. It has no dates of its own: those of the interaction panel hold. */
export function DailyUsersPanel({ users, explain }: { users: UserStatistics; explain: Explain }) {
  const { figures, daily, page: wanted, setPage } = users
  const { timeZone } = useWorkspaceZone()
  const days = (figures.shown?.value as { daily?: readonly UniqueUsersDay[] } | undefined)?.daily
  const rows = (days ?? []).toSorted((a, b) => (a.date < b.date ? 1 : -1))
  const page = pageOf(rows, wanted, pageSize)
  const loading = daily && (figures.loading || (days === undefined && figures.failure === null))
  const range = figures.shown?.range
  return (
    <Card
      title={title}
      period={range && rangeLabel(range)}
      asOf={oldSince(figures, figures.shown?.at)}
      actions={
        rows.length > 0 &&
        daily &&
        range && (
          <CsvButton
            of={title}
            parts={[range.from, range.to]}
            header={[t('Date'), t('Unique Users'), t('New Users')]}
            rows={() => rows.map(row => [row.date, row.unique_users, row.new_users])}
          />
        )
      }
    >
      {!daily ? (
        <Center as="p" size="list" tone="muted" className={styles.hint}>
          {t("Enable 'Include Daily Data' to see daily statistics")}
        </Center>
      ) : figures.cut && days === undefined ? (
        <NotLoaded />
      ) : figures.failure !== null && days === undefined ? (
        <Center as="p" size="list" tone="muted" className={styles.hint} role="alert">
          {failureText(figures.failure)}
        </Center>
      ) : !loading && rows.length === 0 ? (
        <Center as="p" size="list" tone="muted" className={styles.hint}>
          {t('No daily data available for the selected period')}
        </Center>
      ) : (
        <>
          {figures.failure !== null && figures.shown !== null && (
            <div className={styles.note}>
              <Notice tone="warn">
                {t('These days could not be refreshed. Still shown: {shown}.', {
                  shown: shownLabel(figures.shown, timeZone),
                })}
              </Notice>
            </div>
          )}
          <div className={styles.table}>
            <Table label={title} density="tight">
              <thead>
                <tr>
                  <HeaderCell>{t('Date')}</HeaderCell>
                  <HeaderCell align="end">{t('Unique Users')}</HeaderCell>
                  <HeaderCell align="end">{t('New Users')}</HeaderCell>
                </tr>
              </thead>
              <tbody aria-busy={loading}>
                {loading
                  ? Array.from({ length: pageSize }, (_, index) => <LoadingRow key={index} />)
                  : page.rows.map(row => (
                      <DayRow key={row.date} row={row} asked={figures.shown} explain={explain} />
                    ))}
              </tbody>
            </Table>
          </div>
          <HStack wrap size="meta" tone="muted" digits className={styles.foot}>
            <span className={styles.grow}>
              {loading
                ? t('Loading')
                : t('Showing {first} to {last} of {total} days', {
                    first: page.first,
                    last: page.last,
                    total: page.total,
                  })}
            </span>
            <Pager
              label={t('Pages of {title}', { title })}
              page={page.page}
              pages={page.pages}
              numbers={pageNumbers(page.page, page.pages)}
              onPage={setPage}
            />
          </HStack>
        </>
      )}
    </Card>
  )
}

type DayRowProps = { row: UniqueUsersDay; asked: Asked<unknown> | null; explain: Explain }

function DayRow({ row, asked, explain }: DayRowProps) {
  const figure = (metric: 'total_unique_users' | 'total_new_users', value: number) =>
    explain(
      {
        metric,
        value,
        text: countText(value),
        range: { from: row.date, to: row.date },
        agent: null,
        at: asked?.at ?? null,
        sample: false,
      },
      true,
    )
  return (
    <tr>
      <Cell>
        <time dateTime={row.date} title={row.date}>
          {dayLabel(row.date, asked?.range ?? null)}
        </time>
      </Cell>
      <Cell align="end">{figure('total_unique_users', row.unique_users)}</Cell>
      <Cell align="end">
        {figure('total_new_users', row.new_users)}
        {row.new_users > 0 && (
          <span className={styles.share}>
            {rich('{text} of users', {
              text: <Text tone="ok">(+{percentText(percentOf(row.new_users, row.unique_users), 0)})</Text>,
            })}
          </span>
        )}
      </Cell>
    </tr>
  )
}

function LoadingRow() {
  return (
    <tr>
      {['start', 'end', 'end'].map((align, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- three cells that stay
        <Cell key={index} align={align as 'start' | 'end'}>
          <span style={{ display: 'inline-block' }}>
            <Skeleton width={align === 'start' ? 84 : 32} />
          </span>
        </Cell>
      ))}
    </tr>
  )
}
