import { t } from '@parley/core/text/translate'
import type { ApplicationEntity, VerificationFlag } from '@parley/core/applications/application'
import { flagLabels } from '@parley/core/applications/form'
import { verificationFlags } from '@parley/core/applications/constants'
import { useMutation } from '@tanstack/react-query'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { type ApplicationSource, type FlagWish, isStale } from '../../../data/applications/source.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { baseOf, changesSince } from './application-changes.ts'
import { ColleagueChanges } from './ColleagueChanges.tsx'
import styles from './Checklist.module.css'

/** What agents vouch for. A box shows what is stored; a press that met a colleague's change waits until that was seen. */
export function Verification({
  application,
  source,
}: {
  application: ApplicationEntity
  source: ApplicationSource
}) {
  const set = useMutation({
    mutationFn: ({ before, flags }: { before: ApplicationEntity; flags: FlagWish }) =>
      source.setFlags(before, flags),
    onError: cause => logFailure('updateVerification', cause),
  })
  const flags: Readonly<Partial<Record<VerificationFlag, boolean>>> = application.verification_flags
  const wished = set.isPending ? set.variables.flags : {}
  const missed = isStale(set.error) && set.variables !== undefined ? set.variables : null
  const press = (wish: FlagWish) => {
    if (!set.isPending) set.mutate({ before: application, flags: wish })
  }
  return (
    <Grid
      as="section"
      gap={1.5}
      rule="top"
      size="list"
      className={styles.part}
      aria-labelledby="application-verification"
      aria-busy={set.isPending}
    >
      <Text as="h2" id="application-verification" size="body" weight={600}>
        {t('Verification')}
      </Text>
      {verificationFlags[application.kind].map(flag => (
        <div key={flag} data-field={`verification_flags.${flag}`} tabIndex={-1} className={styles.flag}>
          <Checkbox
            label={flagLabels[flag]}
            checked={wished[flag] ?? flags[flag] ?? false}
            aria-disabled={set.isPending}
            onChange={event => press({ [flag]: event.target.checked })}
          />
        </div>
      ))}
      {missed !== null && (
        <ColleagueChanges
          changes={[
            ...changesSince(baseOf(missed.before), application),
            ...Object.entries(missed.flags).map(([flag, value]) =>
              value
                ? t('Not saved: {what} set', { what: flagLabels[flag as VerificationFlag] })
                : t('Not saved: {what} removed', { what: flagLabels[flag as VerificationFlag] }),
            ),
          ]}
          action={t('Save mine anyway')}
          onApply={() => press(missed.flags)}
        />
      )}
      {set.error !== null && missed === null && (
        <FailureNote onDismiss={() => set.reset()}>
          {failureWords('updateVerification', set.error)}
        </FailureNote>
      )}
    </Grid>
  )
}
