import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { Setup, SetupPerson } from '@parley/core/setup/api'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
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
      title={t('Add the people who answer')}
      isDone={done.people}
      state={<Badge tone={done.people ? 'ok' : 'warn'}>{signedInText(people)}</Badge>}
    >
      <Text as="p" size="list" tone="muted" breaks>
        {t(
          'Two agents or supervisors at least, each signed in once. A second factor is recommended, not required here.',
        )}
      </Text>
      <div className={styles.box}>
        {people.shown.length > 0 && (
          <ul aria-label={t('Who answers')}>
            {people.shown.map(person => (
              <HStack as="li" key={person.id} wrap rule="bottom" className={styles.person}>
                <Avatar name={person.name} />
                <Grid as="span" flex="shrink" className={styles.who}>
                  <Text as="bdi" size="list" weight={500} breaks>
                    {person.name}
                  </Text>
                  <Text as="bdi" size="meta" tone="muted" breaks>
                    {person.email}
                  </Text>
                </Grid>
                <PersonState person={person} />
                {person.signed_in_at === null && again(person)}
              </HStack>
            ))}
          </ul>
        )}
        {others > 0 && (
          <Text as="p" rule="bottom" size="list" className={styles.rest}>
            <Link to="/settings/people">{t('And {count} more', { count: others })}</Link>
          </Text>
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
        {!person.second_factor && (
          <Text size="meta" tone="muted" breaks>
            {t('No second factor')}
          </Text>
        )}
        <Badge tone="ok">
          {rich('Signed in {moment}', { moment: <Moment iso={person.signed_in_at} /> })}
        </Badge>
      </>
    )
  if (person.invited_at === null) return <Badge tone="info">{t('Has a password, never signed in')}</Badge>
  return <Badge tone="info">{rich('Invited {moment}', { moment: <Moment iso={person.invited_at} /> })}</Badge>
}
