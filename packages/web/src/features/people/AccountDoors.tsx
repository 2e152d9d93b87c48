import { t } from '@parley/core/text/translate'
import type { PasswordLink, Person } from '@parley/core/agents/people'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import type { PeopleActions } from '../../data/people/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { LinkNotice } from './LinkNotice.tsx'
import styles from './people.module.css'

const linkFailed = (cause: unknown) => laterFailureWords('makeLink', cause)
const disableFailed = (cause: unknown) => laterFailureWords('disablePerson', cause)
const dropFailed = (cause: unknown) => laterFailureWords('dropSecondFactor', cause)
const enableFailed = (cause: unknown) => laterFailureWords('enablePerson', cause)

/** How somebody gets in, and how they are kept out. */
export function AccountDoors({ person, actions }: { person: Person; actions: PeopleActions }) {
  const [link, setLink] = useState<PasswordLink | null>(null)
  const [asking, setAsking] = useState<'disable' | 'factor' | null>(null)
  const making = useAction(linkFailed)
  const disabling = useAction(disableFailed)
  const enabling = useAction(enableFailed)
  const dropping = useAction(dropFailed)
  const makeLink = () => making.run(async () => setLink(await actions.makeLink(person.id)))
  const disable = async () => {
    if (await disabling.run(() => actions.disable(person.id))) setAsking(null)
  }
  const drop = async () => {
    if (await dropping.run(() => actions.dropSecondFactor(person.id))) setAsking(null)
  }
  const isDisabled = person.state === 'disabled'
  const failure = making.failure ?? enabling.failure
  return (
    <Grid as="section" gap={3} rule="top" className={styles.section} aria-label={t('Signing in')}>
      <h3>{t('Signing in')}</h3>
      {link !== null && !isDisabled && <LinkNotice key={link.path} name={person.name} link={link} />}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <HStack gap={2} align="stretch" wrap>
        {isDisabled ? (
          <Button busy={enabling.busy} onClick={() => void enabling.run(() => actions.enable(person.id))}>
            {t('Enable account')}
          </Button>
        ) : (
          <>
            <Button busy={making.busy} onClick={() => void makeLink()}>
              {person.state === 'invited' ? t('New invitation link') : t('New password link')}
            </Button>
            {person.second_factor && (
              <Button onClick={() => setAsking('factor')}>{t('Remove second factor')}</Button>
            )}
            <Button variant="danger" onClick={() => setAsking('disable')}>
              {t('Disable account')}
            </Button>
          </>
        )}
      </HStack>
      {asking === 'disable' && (
        <ConfirmDialog
          title={t('Disable the account of {name}?', { name: person.name })}
          action={t('Disable account')}
          busy={disabling.busy}
          failure={disabling.failure}
          onConfirm={() => void disable()}
          onClose={() => setAsking(null)}
        >
          <p>
            {t(
              'They are signed out everywhere at once and cannot sign in. Their open conversations ({current_workload}) go back to the queue. What they wrote and did stays.',
              { current_workload: person.current_workload },
            )}
          </p>
        </ConfirmDialog>
      )}
      {asking === 'factor' && (
        <ConfirmDialog
          title={t('Remove the second factor of {name}?', { name: person.name })}
          action={t('Remove second factor')}
          busy={dropping.busy}
          failure={dropping.failure}
          onConfirm={() => void drop()}
          onClose={() => setAsking(null)}
        >
          <p>
            {t(
              'Be sure who asks you: from then on the password alone lets them in. It is for somebody whose app and recovery codes are lost.',
            )}
          </p>
        </ConfirmDialog>
      )}
    </Grid>
  )
}
