import { plural, t } from '@parley/core/text/translate'
import type { UniqueUsers, UniqueUsersDay } from '@parley/core/reports/api'
import { metrics } from '@parley/core/reports/catalogue'
import type { MetricId } from '@parley/core/reports/constants'
import { dayLabel, rangeLabel, shortDayLabel } from '@parley/core/reports/period'
import { countText, percentOf, percentText } from '@parley/core/reports/rules'
import { pageNumbers, pageOf } from '@parley/core/text/pages'
import type { Explain } from '../../data/reports/counted-rows.ts'
import { fetchUniqueUsers } from '../../data/reports/statistics.ts'
import { oldSince } from '../../sync/telling.ts'
import { Card } from '../../ui/Card.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { StackedBars } from '../../ui/charts/StackedBars.tsx'
import { rich } from '../../ui/rich.ts'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import type { Asked } from '../../data/reports/figures.ts'
import { NotLoaded } from '../../ui/states/RetryState.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Pager } from '../../ui/lists/Pager.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Cell, Table } from '../../ui/lists/Table.tsx'
import { shownLabel } from '../../ui/charts/shown-label.ts'
import { DayControls, useDays } from './DayControls.tsx'
import { Columns, FigureTiles, Hint, type Tile, Trouble } from './PanelParts.tsx'
import styles from './panels.module.css'
import { figuresOf } from './FigureParts.tsx'

const title = t('User Interaction Statistics')

/** One fetch for both panels of users: the tiles and the table of days. */
export const useUserStatistics = () =>
  useDays('unique-users', fetchUniqueUsers, message => {
    // The words are the requirement's; the panel says them too, where they can be read again.
    // oxlint-disable-next-line no-alert
    alert(failureText(message))
  })

type UserStatistics = ReturnType<typeof useUserStatistics>

const failureText = (message: string): string => t('Error fetching user statistics: {message}', { message })

/** How many customers wrote in some days, and who answered them. */
export function UserInteractionPanel({ users, explain }: { users: UserStatistics; explain: Explain }) {
  const { figures, daily, retry } = users
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
              tilesOf(shown.value).map(({ metric, value, text }) => [
                metrics[metric].name,
                metric === 'bot_handling_rate' ? text : value,
              ])
            }
          />
        )
      }
    >
      <DayControls of={title} days={users} />
      <Grid gap={3} className={styles.body}>
        <Trouble figures={figures} title={failureText(figures.failure ?? '')} onRetry={retry} />
        {(shown !== null || figures.loading) && (
          <FigureTiles
            tiles={tilesOf(shown?.value ?? null)}
            shown={shown}
            explain={explain}
            busy={figures.loading || figures.other}
          />
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

function tilesOf(users: UniqueUsers | null): readonly Tile[] {
  const sum = users?.summary
  const count = (metric: MetricId, value = 0, description: string): Tile => ({
    metric,
    value,
    text: countText(value),
    description,
  })
  const share = percentOf(sum?.total_bot_users ?? 0, sum?.total_unique_users ?? 0)
  return [
    count('total_unique_users', sum?.total_unique_users, t('customers who wrote')),
    count('total_new_users', sum?.total_new_users, t('wrote for the first time')),
    {
      metric: 'bot_handling_rate',
      value: share,
      text: percentText(share, 0),
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

const dailyTitle = t('Daily User Statistics')
const columns = [t('Date'), t('Unique Users'), t('New Users')]
const pageSize = 5

/** The unique users of each day, newest first. It has no dates of its own: those of the interaction panel hold. */
export function DailyUsersPanel({ users, explain }: { users: UserStatistics; explain: Explain }) {
  const { figures, daily, page: wanted, setPage } = users
  const { timeZone } = useWorkspaceZone()
  const days = figures.shown?.value.daily
  const rows = (days ?? []).toSorted((a, b) => (a.date < b.date ? 1 : -1))
  const page = pageOf(rows, wanted, pageSize)
  const loading = daily && (figures.loading || (days === undefined && figures.failure === null))
  const range = figures.shown?.range
  return (
    <Card
      title={dailyTitle}
      period={range && rangeLabel(range)}
      asOf={oldSince(figures, figures.shown?.at)}
      actions={
        rows.length > 0 &&
        daily &&
        range && (
          <CsvButton
            of={dailyTitle}
            parts={[range.from, range.to]}
            header={columns}
            rows={() => rows.map(row => [row.date, row.unique_users, row.new_users])}
          />
        )
      }
    >
      {!daily ? (
        <Hint>{t("Enable 'Include Daily Data' to see daily statistics")}</Hint>
      ) : figures.cut && days === undefined ? (
        <NotLoaded />
      ) : figures.failure !== null && days === undefined ? (
        <Hint role="alert">{failureText(figures.failure)}</Hint>
      ) : !loading && rows.length === 0 ? (
        <Hint>{t('No daily data available for the selected period')}</Hint>
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
            <Table label={dailyTitle} density="tight">
              <Columns columns={columns} />
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
              label={t('Pages of {title}', { title: dailyTitle })}
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
  const figure = figuresOf(explain, { range: { from: row.date, to: row.date }, at: asked?.at ?? null })
  return (
    <tr>
      <Cell>
        <time dateTime={row.date} title={row.date}>
          {dayLabel(row.date, asked?.range ?? null)}
        </time>
      </Cell>
      <Cell align="end">{figure('total_unique_users', row.unique_users, countText(row.unique_users))}</Cell>
      <Cell align="end">
        {figure('total_new_users', row.new_users, countText(row.new_users))}
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
