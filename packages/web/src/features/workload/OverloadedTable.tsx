import { t } from '@parley/core/text/translate'
import { dayOf } from '@parley/core/text/days'
import { countText } from '@parley/core/reports/rules'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import type { TeamLoad } from '../../data/reports/workload.ts'
import { Box, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import styles from './workload.module.css'

const title = t('Overloaded agents')
const columns = [t('Agent'), t('Current Load'), t('Max Capacity'), t('Exceeding By'), t('Status')] as const
const status = 'OVERLOADED'

/** The agents at or above their capacity, or the word that there are none. */
export function OverloadedTable({ load }: { load: TeamLoad }) {
  const { timeZone = browserZone() } = useWorkspaceZone()
  const { overloaded } = load
  if (overloaded.length === 0)
    return (
      <Text as="p" size="list" tone="muted" pad={4}>
        {t('No agents are currently overloaded. Workload distribution is balanced.')}
      </Text>
    )
  return (
    <Box flex="shrink" className={styles.table}>
      <ScrollBox label={t('{title} and their load', { title })}>
        <Table label={title} density="tight">
          <thead>
            <tr>
              <HeaderCell>{t('Agent')}</HeaderCell>
              <HeaderCell align="end">{t('Current Load')}</HeaderCell>
              <HeaderCell align="end">{t('Max Capacity')}</HeaderCell>
              <HeaderCell align="end">{t('Exceeding By')}</HeaderCell>
              <HeaderCell>{t('Status')}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {overloaded.map(agent => (
              <tr key={agent.user_id}>
                <Cell>
                  <bdi>{agent.user_name}</bdi>
                </Cell>
                <Cell align="end">{countText(agent.current_workload)}</Cell>
                <Cell align="end">{countText(agent.max_capacity)}</Cell>
                <Cell align="end">
                  {agent.capacity_exceeded_by === 0
                    ? t('At capacity')
                    : countText(agent.capacity_exceeded_by)}
                </Cell>
                <Cell>
                  <Badge tone="danger">{status}</Badge>
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollBox>
      <HStack align="stretch" justify="end" className={styles.download}>
        <CsvButton
          of={title}
          parts={[dayOf(new Date(load.at), timeZone)]}
          header={columns}
          rows={() =>
            overloaded.map(agent => [
              agent.user_name,
              agent.current_workload,
              agent.max_capacity,
              agent.capacity_exceeded_by,
              status,
            ])
          }
        />
      </HStack>
    </Box>
  )
}
