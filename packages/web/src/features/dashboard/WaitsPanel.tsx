import { t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import { countText, figureText, roundedTo } from '@parley/core/reports/rules'
import { unassigned } from '@parley/core/reports/constants'
import { useState } from 'react'
import type { Explain } from '../../data/reports/counted-rows.ts'
import type { DashboardView } from '../../data/reports/dashboard.ts'
import { oldSince } from '../../sync/telling.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Text } from '../../ui/layout/Layout.tsx'
import { Cell, Table } from '../../ui/lists/Table.tsx'
import { figuresOf } from './FigureParts.tsx'
import { Columns } from './PanelParts.tsx'
import styles from './dashboard.module.css'

const title = t('Waiting by Agent')
const columns = [t('Agent'), metrics.waiting_now.name, metrics.longest_wait.name]
const shownAtFirst = 5

/** Who has the conversations in which a customer waits now, the longest wait first. A sample dashboard has none. */
export function WaitsPanel({ view, explain }: { view: DashboardView; explain: Explain }) {
  const { figures, at } = view
  const [all, setAll] = useState(false)
  if (figures === null || figures.sample) return null
  const waits = figures.waits.map(({ agent_id, agent_name, waiting, longest_minutes }) => ({
    agent: { id: agent_id ?? unassigned, name: agent_name ?? t('Unassigned') },
    waiting,
    longest: longest_minutes,
  }))
  const rows = all ? waits : waits.slice(0, shownAtFirst)
  return (
    <Card
      title={title}
      period={t('now')}
      asOf={oldSince(view, at)}
      actions={
        waits.length > 0 && (
          <CsvButton
            of={title}
            parts={[]}
            header={[...columns, t('Longest Wait in minutes')]}
            rows={() =>
              waits.map(({ agent, waiting, longest }) => [
                agent.name,
                waiting,
                figureText(longest, 'minutes'),
                roundedTo(longest, 1),
              ])
            }
          />
        )
      }
    >
      {waits.length === 0 ? (
        <Text as="p" size="list" tone="muted" className={styles.nobody}>
          {t('No customers are waiting for a reply.')}
        </Text>
      ) : (
        <div className={styles.waits}>
          <Table label={title} density="tight">
            <Columns columns={columns} />
            <tbody>
              {rows.map(({ agent, waiting, longest }) => {
                const figure = figuresOf(explain, { agent, at })
                return (
                  <tr key={agent.id}>
                    <Cell>
                      <bdi>{agent.name}</bdi>
                    </Cell>
                    <Cell align="end">{figure('waiting_now', waiting, countText(waiting))}</Cell>
                    <Cell align="end">{figure('longest_wait', longest, figureText(longest, 'minutes'))}</Cell>
                  </tr>
                )
              })}
            </tbody>
          </Table>
          {waits.length > shownAtFirst && (
            <Button variant="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('Show fewer') : t('Show all {count}', { count: waits.length })}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
