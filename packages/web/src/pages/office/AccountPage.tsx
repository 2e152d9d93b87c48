import { t } from '@parley/core/text/translate'
import { useAccount, useAccountActions } from '../../data/account/account.ts'
import { OwnSessions } from '../../features/account/OwnSessions.tsx'
import { PasswordForm } from '../../features/account/AccountForm.tsx'
import { SecondFactorCard } from '../../features/account/SecondFactorCard.tsx'
import { StartScreenCard } from '../../features/account/StartScreenCard.tsx'
import { Card } from '../../ui/Card.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import styles from './AccountPage.module.css'

/** What one does with the own account: password, second factor, and where one is signed in. */
export function AccountPage() {
  const account = useAccount()
  const actions = useAccountActions()
  if (account.state === 'failed') {
    return (
      <RetryState
        title={t('Your account could not be loaded')}
        busy={account.retrying}
        onRetry={account.retry}
        action={t('Try again')}
      />
    )
  }
  if (account.data === undefined) {
    return <Loading label={t('Loading your account')} />
  }
  const { name, email, role, second_factor } = account.data
  return (
    <div className={styles.page}>
      <Grid gap={4} className={styles.column}>
        <Card title={t('Your account')}>
          <div className={styles.body}>
            <Facts>
              <Fact name={t('Name')}>{name}</Fact>
              <Fact name={t('E-mail')}>{email}</Fact>
              <Fact name={t('Role')}>{roleWords[role]}</Fact>
            </Facts>
          </div>
        </Card>
        <SecondFactorCard factor={second_factor} actions={actions} />
        <Card title={t('Password')}>
          <div className={styles.body}>
            <PasswordForm email={email} actions={actions} />
          </div>
        </Card>
        <StartScreenCard />
        <OwnSessions actions={actions} />
      </Grid>
    </div>
  )
}

const roleWords = {
  AGENT: t('Agent'),
  SUPERVISOR: t('Supervisor'),
  ADMINISTRATOR: t('Administrator'),
} as const
