import { plural, t } from '@parley/core/text/translate'
import type { Account } from '@parley/core/account/api'
import { useState } from 'react'
import type { AccountActions } from '../../data/account/account.ts'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './account.module.css'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpFactor } from './SetUpFactor.tsx'

type SecondFactorCardProps = { factor: Account['second_factor']; actions: AccountActions }

/** The second factor: whether it is on, and what can be done with it. */
export function SecondFactorCard({ factor, actions }: SecondFactorCardProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Card
      title={t('Second factor')}
      actions={<Badge tone={factor.on ? 'ok' : 'grey'}>{factor.on ? t('On') : t('Off')}</Badge>}
    >
      <Grid gap={4} className={styles.body}>
        {factor.demanded && !factor.on && (
          <Notice tone="warn">
            {t('Your workspace requires a second factor. Set it up here to continue.')}
          </Notice>
        )}
        {codes !== null ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : factor.on ? (
          <FactorOn factor={factor} actions={actions} onCodes={setCodes} />
        ) : (
          <SetUpFactor actions={actions} onCodes={setCodes} />
        )}
      </Grid>
    </Card>
  )
}

type FactorOnProps = SecondFactorCardProps & { onCodes: (codes: readonly string[]) => void }

function FactorOn({ factor, actions, onCodes }: FactorOnProps) {
  const [doing, setDoing] = useState<'nothing' | 'codes' | 'off'>('nothing')
  const left = factor.recovery_codes_left
  const cancel = () => setDoing('nothing')
  return (
    <Grid gap={4} className={styles.form}>
      <p>
        {plural(left, {
          one: 'Each time you sign in, you enter a code from your authenticator app. 1 recovery code is left.',
          other:
            'Each time you sign in, you enter a code from your authenticator app. {count} recovery codes are left.',
        })}
      </p>
      {left <= 2 && <Notice tone="warn">{t('Make new recovery codes before you need one.')}</Notice>}
      {doing === 'nothing' && (
        <HStack gap={2} align="stretch" wrap>
          <Button onClick={() => setDoing('codes')}>{t('New recovery codes')}</Button>
          <Button onClick={() => setDoing('off')}>{t('Turn off')}</Button>
        </HStack>
      )}
      {doing === 'codes' && (
        <ProofForm
          label={t('New recovery codes')}
          verb={t('Make new codes')}
          onProof={async proof => onCodes(await actions.renewCodes(proof))}
          onCancel={cancel}
        />
      )}
      {doing === 'off' && (
        <ProofForm
          label={t('Turn the second factor off')}
          verb={t('Turn off')}
          tone="danger"
          onProof={proof => actions.turnOffFactor(proof)}
          onCancel={cancel}
        />
      )}
    </Grid>
  )
}
