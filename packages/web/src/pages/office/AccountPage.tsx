import { useAccount, useAccountActions } from '../../data/account/account.ts'
import { OwnSessions } from '../../features/account/OwnSessions.tsx'
import { PasswordForm } from '../../features/account/PasswordForm.tsx'
import { SecondFactorCard } from '../../features/account/SecondFactorCard.tsx'
import { Card } from '../../ui/Card.tsx'
import { Center, Grid } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './AccountPage.module.css'

/** What one does with the own account: password, second factor, and where one is signed in. */
export function AccountPage() {
  const account = useAccount()
  const actions = useAccountActions()
  if (account.state === 'failed') {
    return (
      <RetryState
        title="Your account could not be loaded"
        busy={account.retrying}
        onRetry={account.retry}
        action="Try again"
      />
    )
  }
  if (account.data === undefined) {
    return (
      <Center full>
        <Spinner label="Loading your account" />
      </Center>
    )
  }
  const { name, email, role, second_factor } = account.data
  return (
    <div className={styles.page}>
      <Grid gap={4} className={styles.column}>
        <Card title="Your account">
          <div className={styles.body}>
            <Facts>
              <Fact name="Name">{name}</Fact>
              <Fact name="E-mail">{email}</Fact>
              <Fact name="Role">{roleWords[role]}</Fact>
            </Facts>
          </div>
        </Card>
        <SecondFactorCard factor={second_factor} actions={actions} />
        <Card title="Password">
          <div className={styles.body}>
            <PasswordForm email={email} actions={actions} />
          </div>
        </Card>
        <OwnSessions actions={actions} />
      </Grid>
    </div>
  )
}

const roleWords = { AGENT: 'Agent', SUPERVISOR: 'Supervisor', ADMINISTRATOR: 'Administrator' } as const
