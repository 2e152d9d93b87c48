import type { OwnSession } from '@parley/core/account/api'
import { t } from '@parley/core/text/translate'
import { laterFailureWords } from '../../client/later-messages.ts'
import { type AccountActions, useOwnSessions } from '../../data/account/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { rich } from '../../ui/rich.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './account.module.css'

const unnamed = t('Unknown device')

/** Where one is signed in: each other place can be ended, and all of them at once. */
export function OwnSessions({ actions }: { actions: AccountActions }) {
  const sessions = useOwnSessions()
  const { busy, failure, run, dismiss } = useAction(cause => laterFailureWords('endSession', cause))
  const rows = sessions.data ?? []
  const hasOthers = rows.some(({ current }) => !current)
  return (
    <Card
      title={t('Where you are signed in')}
      actions={
        hasOthers && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            onClick={() => void run(() => actions.endOthers())}
          >
            {t('End all other sessions')}
          </Button>
        )
      }
    >
      {sessions.state === 'loading' && (
        <Grid gap={4} className={styles.body}>
          <Spinner label={t('Loading your sessions')} />
        </Grid>
      )}
      {sessions.state === 'failed' && (
        <RetryState
          title={t('Your sessions could not be loaded')}
          busy={sessions.retrying}
          onRetry={sessions.retry}
          action={t('Try again')}
        />
      )}
      {failure !== null && (
        <Grid gap={4} className={styles.body}>
          <FailureNote onDismiss={dismiss}>{failure}</FailureNote>
        </Grid>
      )}
      {rows.length > 0 && (
        <ul aria-label={t('Sessions')}>
          {rows.map(session => (
            <Row
              key={session.id}
              session={session}
              onEnd={() => void run(() => actions.endSession(session.id))}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, created_at, last_used_at, current } = session
  return (
    <HStack as="li" gap={3} justify="between" rule="top" className={styles.session}>
      <Grid flex="shrink">
        <HStack as="span" gap={2} wrap size="list" weight={500}>
          <bdi>{device ?? unnamed}</bdi>
          {current && <Badge tone="ok">{t('This device')}</Badge>}
        </HStack>
        <Text size="meta" tone="muted" breaks digits>
          {rich('{address} · last used {usedAt} · signed in {signedInAt}', {
            address: <bdi>{address ?? t('unknown place')}</bdi>,
            usedAt: <Moment iso={last_used_at} />,
            signedInAt: <Moment iso={created_at} />,
          })}
        </Text>
      </Grid>
      {!current && (
        <Button size="small" aria-label={t('End {device}', { device: device ?? unnamed })} onClick={onEnd}>
          {t('End')}
        </Button>
      )}
    </HStack>
  )
}
