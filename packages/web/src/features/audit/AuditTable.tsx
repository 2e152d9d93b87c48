import { msg, t } from '@parley/core/text/translate'
import type { AuditEntry } from '@parley/core/audit/api'
import { Link } from 'react-router'
import { HStack } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import styles from './audit.module.css'
import { actionLabel, detailText, isAlarming, objectLabel, objectPath } from './words.ts'

/** The columns of the screen and of the file. */
export const columns = [
  msg('When'),
  msg('Who'),
  msg('What'),
  msg('On what'),
  msg('Detail'),
  msg('Address'),
] as const

/** Who did it: an agent, or nobody who was signed in. */
export const doerLabel = ({ by, address }: AuditEntry): string =>
  by?.name ?? (address === null ? t('The server') : t('Not signed in'))

/** Entries, newest first. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ScrollBox label={t('Entries of the audit log')}>
      <Table label={t('Audit log')} density="tight" wide>
        <thead>
          <tr>
            {columns.map(column => (
              <HeaderCell key={column}>{t(column)}</HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const path = objectPath(entry)
  const object = objectLabel(entry)
  return (
    <tr>
      <Cell>
        <Moment iso={entry.at} />
      </Cell>
      <Cell>
        <HStack as="span" gap={1.5} inline>
          {entry.by !== null && <Avatar name={entry.by.name} size="small" />}
          <bdi>{doerLabel(entry)}</bdi>
        </HStack>
      </Cell>
      <Cell data-alarming={isAlarming(entry.action) || undefined}>{actionLabel(entry.action)}</Cell>
      <Cell>{path === null ? <bdi>{object ?? '—'}</bdi> : <Link to={path}>{object}</Link>}</Cell>
      <Cell dir="auto">{detailText(entry)}</Cell>
      <Cell>{entry.address ?? '—'}</Cell>
    </tr>
  )
}
