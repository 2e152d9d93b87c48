import { t } from '@parley/core/text/translate'
import type { Person } from '@parley/core/agents/people'
import { awayDetail } from '@parley/core/agents/rules'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './people.module.css'
import { roleLabel, standing } from './words.ts'

type PeopleTableProps = {
  people: readonly Person[]
  chosenId: string | null
  onChoose: (id: string) => void
}

/** Accounts by name; a press on one opens it beside the table. */
export function PeopleTable({ people, chosenId, onChoose }: PeopleTableProps) {
  return (
    <ScrollBox label={t('Accounts by name')}>
      <Table label={t('People')} density="recent" wide>
        <thead>
          <tr>
            <HeaderCell>{t('Name')}</HeaderCell>
            <HeaderCell>{t('Role')}</HeaderCell>
            <HeaderCell>{t('Status')}</HeaderCell>
            <HeaderCell>{t('Department')}</HeaderCell>
            <HeaderCell>{t('Second factor')}</HeaderCell>
            <HeaderCell>{t('Last seen')}</HeaderCell>
            <HeaderCell align="end">{t('Open')}</HeaderCell>
            <HeaderCell align="end">{t('Sessions')}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {people.map(person => (
            <PersonRow
              key={person.id}
              person={person}
              isChosen={person.id === chosenId}
              onChoose={() => onChoose(person.id)}
            />
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

type PersonRowProps = { person: Person; isChosen: boolean; onChoose: () => void }

function PersonRow({ person, isChosen, onChoose }: PersonRowProps) {
  const { label, tone } = standing(person)
  return (
    <tr className={styles.row} data-chosen={isChosen || undefined}>
      <Cell>
        <HStack
          as="button"
          type="button"
          gap={2.5}
          className={styles.person}
          aria-pressed={isChosen}
          onClick={onChoose}
        >
          <Avatar name={person.name} />
          <Grid as="span" flex="shrink">
            <Text as="bdi" size="list" weight={500}>
              {person.name}
            </Text>
            <Text as="bdi" size="meta" tone="muted">
              {person.email}
            </Text>
          </Grid>
        </HStack>
      </Cell>
      <Cell>{roleLabel(person.role)}</Cell>
      <Cell>
        <Badge tone={tone}>{label}</Badge>
        {person.state === 'active' && <AwayDetail agent={person} />}
      </Cell>
      <Cell dir="auto">{person.department ?? '—'}</Cell>
      <Cell>{person.second_factor ? t('Set up') : t('None')}</Cell>
      <Cell>{person.last_seen_at === null ? t('Never') : <Moment iso={person.last_seen_at} />}</Cell>
      <Cell align="end" data-over={person.current_workload > person.max_capacity || undefined}>
        {t('{current_workload} of {max_capacity}', {
          current_workload: person.current_workload,
          max_capacity: person.max_capacity,
        })}
      </Cell>
      <Cell align="end">{person.session_count}</Cell>
    </tr>
  )
}

/** Why somebody who works takes nothing, and for how long. */
function AwayDetail({ agent }: { agent: Person }) {
  const detail = awayDetail(agent, useNow().getTime())
  return (
    detail !== null && (
      <Text size="meta" tone="muted" breaks className={styles.away}>
        {detail}
      </Text>
    )
  )
}
