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
        <IconButton label="Close" onClick={onClose}>
          <X size={16} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </HStack>
      {person.locked_until !== null && (
        <Notice tone="warn">
          Wrong passwords closed this account until {local.full(new Date(person.locked_until))}. Browsers in
          which they signed in before still let them in.
        </Notice>
      )}
      <Facts names="medium">
        <Fact name="Role">{roleLabel(person.role)}</Fact>
        <Fact name="Open now">
          {person.current_workload} of {person.max_capacity}
        </Fact>
        <Fact name="Takes conversations">{person.takes_conversations ? 'Yes' : 'No'}</Fact>
        <Fact name="Department">{person.department ?? '—'}</Fact>
        <Fact name="Second factor">{person.second_factor ? 'Set up' : 'None'}</Fact>
        <Fact name="Last seen">
          {person.last_seen_at === null ? 'Never' : <Moment iso={person.last_seen_at} />}
        </Fact>
        <Fact name="Account since">
          <Moment iso={person.created_at} />
        </Fact>
        <Fact name="Made by">{person.created_by?.name ?? 'The command line'}</Fact>
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
