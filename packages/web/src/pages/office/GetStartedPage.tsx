import { t } from '@parley/core/text/translate'
import type { PasswordLink } from '@parley/core/agents/people'
import type { SetupPerson } from '@parley/core/setup/api'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { usePeopleActions } from '../../data/people/people.ts'
import { useOfferSetup, useSetup } from '../../data/setup/setup.ts'
import { InviteForm } from '../../features/people/AccountForms.tsx'
import { LinkNotice } from '../../features/people/LinkNotice.tsx'
import { ConnectStep, PeopleStep, TestStep } from '../../features/setup/SetupSteps.tsx'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { RetryState, StaleNotice } from '../../ui/states/RetryState.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import page from '../page.module.css'
import styles from './GetStartedPage.module.css'

/** The three steps to the first conversation, each done when it was seen to work. */
export function GetStartedPage() {
  const view = useSetup()
  const actions = usePeopleActions()
  const { data: setup } = view
  if (setup === undefined) {
    if (view.state !== 'failed') return <Loading label={t('Loading the steps')} />
    return (
      <RetryState
        title={t('The set-up steps could not be loaded')}
        busy={view.retrying}
        onRetry={view.retry}
        action={t('Try again')}
      />
    )
  }
  const steps = Object.values(setup.done)
  const count = steps.filter(Boolean).length
  return (
    <Grid gap={4} className={styles.page}>
      <HStack as="header" gap={3} align="end" wrap>
        <div className={styles.words}>
          <h2 className={page.title}>{t('Three steps to the first conversation')}</h2>
          <p>{t('Each step is done when Parley has seen it work, not when a form is saved.')}</p>
        </div>
        <div className={styles.progress}>
          <p>{t('{done} of {all} done', { done: count, all: steps.length })}</p>
          <Meter percent={(100 * count) / steps.length} />
        </div>
      </HStack>
      {view.stale && (
        <StaleNotice shown={t('what was seen before')} busy={view.retrying} onRetry={view.retry}>
          {t('The server could not be asked again.')}
        </StaleNotice>
      )}
      <Grid as="ol" gap={3} className={styles.steps}>
        <ConnectStep setup={setup} />
        <PeopleStep setup={setup} again={newLink}>
          <InviteForm actions={actions} />
        </PeopleStep>
        <TestStep setup={setup} />
      </Grid>
      <Skip isOffered={setup.offered} isSkipped={setup.skipped} />
    </Grid>
  )
}

const linkFailed = (cause: unknown) => laterFailureWords('makeLink', cause)

const newLink = (person: SetupPerson) => <NewLink key={person.id} person={person} />

/** A new link for somebody who has not signed in: it is shown to be given to them, as the first one was. */
function NewLink({ person }: { person: SetupPerson }) {
  const actions = usePeopleActions()
  const [link, setLink] = useState<PasswordLink | null>(null)
  const { busy, failure, run } = useAction(linkFailed)
  return (
    <>
      <Button
        size="small"
        busy={busy}
        aria-label={t('New link for {name}', { name: person.name })}
        onClick={() => void run(async () => setLink(await actions.makeLink(person.id)))}
      >
        {t('New link')}
      </Button>
      {(failure !== null || link !== null) && (
        <div className={styles.wide}>
          {failure !== null && <FailureNote>{failure}</FailureNote>}
          {failure === null && link !== null && <LinkNotice key={link.path} name={person.name} link={link} />}
        </div>
      )}
    </>
  )
}

const skipFailed = (cause: unknown) => laterFailureWords('changeSettings', cause)

/** Whether administrators are led here; of a demo, and when all is done, there is nothing to choose. */
function Skip({ isOffered, isSkipped }: { isOffered: boolean; isSkipped: boolean }) {
  const offer = useOfferSetup()
  const { busy, failure, run } = useAction(skipFailed)
  if (!isOffered && !isSkipped) return null
  return (
    <HStack as="footer" gap={2} justify="between" wrap className={styles.foot}>
      <p>
        {isSkipped
          ? t('Skipped: nobody is led here from the dashboard.')
          : t('Until all is done, administrators are led here from the dashboard.')}
      </p>
      <Button
        variant="quiet"
        busy={busy}
        onClick={() => void run(() => offer(isSkipped ? 'offered' : 'skipped'))}
      >
        {isSkipped ? t('Lead here again') : t('Skip for now')}
      </Button>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </HStack>
  )
}
