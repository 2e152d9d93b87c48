import { plural, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { OwnSession } from '@parley/core/account/api'
import type { Person } from '@parley/core/agents/people'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useEndSessions, useSessionsOf } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './people.module.css'

const failed = (cause: unknown) => laterFailureWords('endSession', cause)

/** Where somebody is signed in; each can be ended, and all at once. */
export function PersonSessions({ person }: { person: Person }) {
  const sessions = useSessionsOf(person.id)
  const end = useEndSessions(person.id)
  const { busy, failure, run } = useAction(failed)
  const rows = sessions.data ?? []
  const isAnother = rows.some(session => !session.current)
  return (
    <Grid as="section" gap={3} rule="top" className={styles.section} aria-label={t('Sessions')}>
      <HStack gap={3} justify="between">
        <h3>
          {sessions.state === 'ready'
            ? t('Signed in {count}', { count: timesText(rows.length) })
            : t('Sessions')}
        </h3>
        {isAnother && (
          <Button variant="quiet" size="small" busy={busy} onClick={() => void run(() => end(null))}>
            {t('End all')}
          </Button>
        )}
      </HStack>
      {sessions.state === 'failed' && (
        <FailureNote>{t('The sessions could not be fetched. They are asked for again.')}</FailureNote>
      )}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <Grid as="ul" gap={3} className={styles.sessions}>
        {rows.map(session => (
          <HStack as="li" key={session.id} gap={3} justify="between">
            <SessionFacts session={session} />
            {!session.current && (
              <Button
                size="small"
                aria-label={t('End {device}', { device: session.device ?? t('the session') })}
                onClick={() => void run(() => end(session.id))}
              >
                {t('End')}
              </Button>
            )}
          </HStack>
        ))}
      </Grid>
    </Grid>
  )
}

const timesText = (count: number): string =>
  count === 0 ? 'nowhere' : plural(count, { one: 'on 1 device', other: 'on {count} devices' })

function SessionFacts({ session }: { session: OwnSession }) {
  return (
    <Grid as="span" flex="shrink">
      <Text as="bdi" size="list" weight={500}>
        {session.device ?? t('Unknown device')}
      </Text>
      <Text size="meta" tone="muted">
        {rich('{address} · {usedAt}, since {signedInAt}', {
          address: session.address ?? t('unknown place'),
          usedAt: <Moment iso={session.last_used_at} />,
          signedInAt: <Moment iso={session.created_at} />,
        })}
        {session.current && t(' · this one')}
      </Text>
    </Grid>
  )
}
