import { t } from '@parley/core/text/translate'
import type { Person } from '@parley/core/agents/people'
import { calendar } from '@parley/core/text/format'
import { X } from 'lucide-react'
import type { PeopleActions } from '../../data/people/people.ts'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { AccountDoors } from './AccountDoors.tsx'
import { PersonForm } from './PersonForm.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { PersonStatus } from './PersonStatus.tsx'
import styles from './people.module.css'
import { roleLabel } from './words.ts'

const local = calendar()

type PersonPanelProps = {
  person: Person
  /** Null for who may look and change nothing. */
  actions: PeopleActions | null
  onClose: () => void
}

/** One account: what is known of it, and for administrators what to do with it. */
export function PersonPanel({ person, actions, onClose }: PersonPanelProps) {
  return (
    <Grid gap={4} className={styles.panel}>
      <HStack gap={3} className={styles.head}>
        <Avatar name={person.name} size="large" />
        <div>
          <h2 dir="auto">{person.name}</h2>
          <p>{person.email}</p>
        </div>
        <IconButton label={t('Close')} onClick={onClose}>
          <X size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </HStack>
      {person.locked_until !== null && (
        <Notice tone="warn">
          {t(
            'Wrong passwords closed this account until {time}. Browsers in which they signed in before still let them in.',
            { time: local.full(new Date(person.locked_until)) },
          )}
        </Notice>
      )}
      <Facts names="medium">
        <Fact name={t('Role')}>{roleLabel(person.role)}</Fact>
        <Fact name={t('Open now')}>
          {t('{current_workload} of {max_capacity}', {
            current_workload: person.current_workload,
            max_capacity: person.max_capacity,
          })}
        </Fact>
        <Fact name={t('Takes conversations')}>{person.takes_conversations ? t('Yes') : t('No')}</Fact>
        <Fact name={t('Department')}>{person.department ?? '—'}</Fact>
        <Fact name={t('Second factor')}>{person.second_factor ? t('Set up') : t('None')}</Fact>
        <Fact name={t('Last seen')}>
          {person.last_seen_at === null ? t('Never') : <Moment iso={person.last_seen_at} />}
        </Fact>
        <Fact name={t('Account since')}>
          <Moment iso={person.created_at} />
        </Fact>
        <Fact name={t('Made by')}>{person.created_by?.name ?? t('The command line')}</Fact>
      </Facts>
      <PersonStatus key={`${person.id} status`} person={person} />
      <PersonSessions key={`${person.id} sessions`} person={person} />
      {actions !== null && (
        <>
          <PersonForm key={person.id} person={person} actions={actions} />
          <AccountDoors key={`${person.id} doors`} person={person} actions={actions} />
        </>
      )}
    </Grid>
  )
}
