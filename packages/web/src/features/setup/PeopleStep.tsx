import type { Setup, SetupPerson } from '@parley/core/setup/api'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { SetupStep } from './SetupStep.tsx'
import styles from './setup.module.css'
import { signedInText } from './words.ts'

type PeopleStepProps = {
  setup: Setup
  /** A way to let somebody in who has not signed in yet. */
  again: (person: SetupPerson) => ReactNode
  /** A way to invite the next one. */
  children: ReactNode
}

/** Who answers, and how far each of them has come. */
export function PeopleStep({ setup: { people, done }, again, children }: PeopleStepProps) {
  const others = people.total - people.shown.length
  return (
    <SetupStep
      no={2}
      title="Add the people who answer"
      isDone={done.people}
      state={<Badge tone={done.people ? 'ok' : 'warn'}>{signedInText(people)}</Badge>}
    >
      <p className={styles.muted}>
        Two agents or supervisors at least, each signed in once. A second factor is wise, and not required
        here.
      </p>
      <div className={styles.box}>
        {people.shown.length > 0 && (
          <ul aria-label="Who answers">
            {people.shown.map(person => (
              <li key={person.id} className={styles.person}>
                <Avatar name={person.name} />
                <span className={styles.who}>
                  <bdi className={styles.name}>{person.name}</bdi>
                  <bdi className={styles.faint}>{person.email}</bdi>
                </span>
                <PersonState person={person} />
                {person.signed_in_at === null && again(person)}
              </li>
            ))}
          </ul>
        )}
        {others > 0 && (
          <p className={styles.rest}>
            <Link to="/people">And {others} more</Link>
          </p>
        )}
        {children}
      </div>
    </SetupStep>
  )
}

function PersonState({ person }: { person: SetupPerson }) {
  if (person.signed_in_at !== null)
    return (
      <>
        {!person.second_factor && <span className={styles.faint}>No second factor</span>}
        <Badge tone="ok">
          Signed in <Moment iso={person.signed_in_at} />
        </Badge>
      </>
    )
  if (person.invited_at === null) return <Badge tone="info">Has a password, never signed in</Badge>
  return (
    <Badge tone="info">
      Invited <Moment iso={person.invited_at} />
    </Badge>
  )
}
