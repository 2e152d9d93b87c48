import { msg, t } from '@parley/core/text/translate'
import type { AuditEntry } from '@parley/core/audit/api'
import type { AuditAction } from '@parley/core/audit/constants'
import { calendar } from '@parley/core/text/format'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { rich } from '../../ui/rich.ts'
import styles from './audit.module.css'
import {
  actionLabel,
  type AgentNames,
  changeText,
  detailText,
  doerLabel,
  givenTo,
  isAlarming,
  isChange,
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
              <Cell>
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
      <Text as="strong" weight={600}>
        <bdi>{doerLabel(entry)}</bdi>
      </Text>
    ),
    what: path === null ? <bdi>{object}</bdi> : <Link to={path}>{object}</Link>,
    change: <bdi>{changeText(entry, agentName)}</bdi>,
  }
  const stored = [storedObject(entry), detailText(entry)].filter(Boolean).join('; ')
  return (
    <Grid narrow gap={0.5}>
      <HStack gap={1.5} tone={isAlarming(entry.action) ? 'danger' : 'text'} className={styles.sentence}>
        {entry.by !== null && <Avatar name={entry.by.name} size="small" />}
        <span>{sentenceOf(entry, said, agentName)}</span>
      </HStack>
      <Text as="details" size="meta" tone="muted">
        <summary className={styles.summary}>{isChange(entry) ? t('What changed') : t('Details')}</summary>
        <p>
          {actionLabel(entry.action)}
          {stored !== '' && `: ${stored}`}
        </p>
      </Text>
    </Grid>
  )
}

/** "Amina offered Masika Jolly to Brian" */
function sentenceOf(entry: AuditEntry, said: Said, agentName: AgentNames): ReactNode {
  if (entry.action !== 'conversation.assigned') return rich(sentences[entry.action], said)
  const { who, what } = said
  const given = givenTo(entry, agentName)
  if (given.to === 'bot') return rich('{who} returned {what} to the bot', { who, what })
  if (given.to === 'queue') return rich('{who} returned {what} to the queue', { who, what })
  const agent = <bdi>{given.name}</bdi>
  return given.isOffer
    ? rich('{who} offered {what} to {agent}', { who, what, agent })
    : rich('{who} assigned {what} to {agent}', { who, what, agent })
}

/** What a sentence is made of, as it is shown. */
interface Said {
  readonly who: ReactNode
  /** What it was done to. */
  readonly what: ReactNode
  /** The values that changed. */
  readonly change: ReactNode
}

/** What was done, by action, as a sentence. Those of `conversation.assigned` need more: `sentenceOf`. */
const sentences = {
  'sign-in': msg('{who} signed in'),
  'sign-in.failed': msg('A sign-in as {what} was refused'),
  'sign-in.locked': msg('The account of {what} was closed after wrong passwords'),
  'sign-out': msg('{who} signed out'),
  'session.ended': msg('{who} ended a session of {what}'),
  'password.changed': msg('{who} changed the password of {what}'),
  'password.reset-asked': msg('{who} made a password link for {what}'),
  'second-factor.on': msg('{who} set up the second factor of {what}'),
  'second-factor.off': msg('{who} removed the second factor of {what}'),
  'second-factor.failed': msg('A wrong code of {what} was refused'),
  'second-factor.locked': msg('Codes of {what} are refused after wrong ones'),
  'account.created': msg('{who} created the account of {what}'),
  'account.invited': msg('{who} invited {what}'),
  'account.role': msg('{who} changed the role of {what}: {change}'),
  'account.changed': msg('{who} changed the account of {what}: {change}'),
  'account.disabled': msg('{who} disabled the account of {what}'),
  'account.enabled': msg('{who} enabled the account of {what}'),
  'settings.changed': msg('{who} changed settings: {change}'),
  'conversation.status': msg('{who} changed the status of {what}: {change}'),
  'conversation.tags': msg('{who} changed the tags of {what}: {change}'),
  'conversation.no-reply': msg('{who} marked that {what} needs no reply'),
  'conversation.no-reply-undone': msg('{who} unmarked that {what} needs no reply'),
  'conversation.snooze': msg('{who} snoozed or unsnoozed {what}'),
  'conversation.note-deleted': msg('{who} deleted a colleague’s note on {what}'),
  'application.status': msg('{who} changed the status of {what}: {change}'),
  'application.flags': msg('{who} changed what is verified of {what}: {change}'),
  'application.document-asked': msg('{who} asked the customer of {what} for a document'),
  'application.begun': msg('{who} began {what} for a customer'),
  'application.filled-in': msg('{who} filled in fields of {what}'),
  'attachment.blocked': msg('A file with malware was blocked'),
  'attachment.shared': msg('{who} sent a file of another customer'),
  'hours.changed': msg('{who} changed the business hours'),
  'routing.changed': msg('{who} changed the routing'),
  'knowledge.edited': msg('{who} edited the answer {what} of the bot'),
  'knowledge.published': msg('{who} published the answer {what} of the bot'),
  'knowledge.removed': msg('{who} removed the answer {what} of the bot'),
  'knowledge.restored': msg('{who} restored the answer {what} of the bot'),
  'canned-reply.created': msg('{who} made the shared canned reply {what}'),
  'canned-reply.changed': msg('{who} changed the shared canned reply {what}'),
  'canned-reply.removed': msg('{who} deleted the shared canned reply {what}'),
  'intents.trained': msg('{who} trained the bot on labelled messages'),
  'intents.undone': msg('{who} undid the training of the bot'),
  'customer.added': msg('{who} added {what} from a contact card'),
  'customer.renamed': msg('{who} changed the name of {what}'),
  'customer.exported': msg('{who} exported the data of {what}'),
  'customer.erased': msg('{who} erased the data of {what}'),
  'customer.merged': msg('{who} merged another customer into {what}'),
  'customer.unmerged': msg('{who} undid a merge into {what}'),
  'retention.ran': msg('{who} deleted data older than the retention settings'),
  'events.replayed': msg('{who} tried rejected webhooks again'),
  'backup.begun': msg('{who} began a backup'),
  'backup.finished': msg('{who} finished a backup'),
  'backup.restored': msg('{who} restored a backup'),
} as const satisfies Readonly<Record<Exclude<AuditAction, 'conversation.assigned'>, string>>
