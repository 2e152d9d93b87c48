import { t } from '@parley/core/text/translate'
import type { AuditEntry } from '@parley/core/audit/api'
import { calendar } from '@parley/core/text/format'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import styles from './audit.module.css'
import { assignedSentence, type Said, sentences } from './sentences.ts'
import {
  type AgentNames,
  actionLabel,
  changeText,
  detailText,
  doerLabel,
  givenTo,
  isChange,
  isAlarming,
  objectLabel,
  objectPath,
  storedObject,
} from './words.ts'

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  /** The name of an agent by their id; null: not known. */
  readonly agentName: AgentNames
  /** The workspace's. */
  readonly timeZone: string
}

/** Entries, newest first: each as a sentence, what is stored of it behind a press. */
export function AuditTable({ entries, agentName, timeZone }: AuditTableProps) {
  const days = useMemo(() => calendar(timeZone), [timeZone])
  return (
    <ScrollBox label={t('Entries of the audit log')}>
      <Table label={t('Audit log')} density="tight" wide>
        <thead>
          <tr>
            <HeaderCell>{t('When')}</HeaderCell>
            <HeaderCell>{t('What happened')}</HeaderCell>
            <HeaderCell>{t('Address')}</HeaderCell>
          </tr>
        </thead>
        <tbody className={styles.rows}>
          {entries.map(entry => (
            <tr key={entry.id}>
              <Cell>
                <Moment iso={entry.at} days={days} />
              </Cell>
              <Cell data-alarming={isAlarming(entry.action) || undefined}>
                <Entry entry={entry} agentName={agentName} />
              </Cell>
              <Cell>{entry.address ?? '—'}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

function Entry({ entry, agentName }: { readonly entry: AuditEntry; readonly agentName: AgentNames }) {
  const path = objectPath(entry)
  const object = objectLabel(entry)
  const said: Said = {
    who: (
      <strong>
        <bdi>{doerLabel(entry)}</bdi>
      </strong>
    ),
    what: path === null ? <bdi>{object}</bdi> : <Link to={path}>{object}</Link>,
    change: <bdi>{changeText(entry, agentName)}</bdi>,
  }
  const stored = [storedObject(entry), detailText(entry)].filter(Boolean).join('; ')
  return (
    <Grid narrow gap={0.5}>
      <HStack gap={1.5} className={styles.sentence}>
        {entry.by !== null && <Avatar name={entry.by.name} size="small" />}
        <span>{sentenceOf(entry, said, agentName)}</span>
      </HStack>
      <details className={styles.stored}>
        <summary>{isChange(entry) ? t('What changed') : t('Details')}</summary>
        <p>
          {actionLabel(entry.action)}
          {stored !== '' && `: ${stored}`}
        </p>
      </details>
    </Grid>
  )
}

function sentenceOf(entry: AuditEntry, said: Said, agentName: AgentNames): ReactNode {
  if (entry.action !== 'conversation.assigned') return sentences[entry.action](said)
  const given = givenTo(entry, agentName)
  return assignedSentence(said, given.to === 'agent' ? { ...given, name: <bdi>{given.name}</bdi> } : given)
}
