import { t } from '@parley/core/text/translate'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../data/capabilities/queries.ts'
import { usePeople, usePeopleActions } from '../../data/people/people.ts'
import { InviteForm } from '../../features/people/AccountForms.tsx'
import { PeopleTable } from '../../features/people/PeopleTable.tsx'
import { PersonPanel } from '../../features/people/PersonPanel.tsx'
import { isUnder, type PeopleTab, peopleTabs } from '../../features/people/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { RetryState, StaleNotice } from '../../ui/states/RetryState.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './PeoplePage.module.css'

const nameOf = 'person'

/** Every account: who is here, who needs a look, and for administrators invitations and changes. */
export function PeoplePage() {
  const view = usePeople()
  const [params, setParams] = useSearchParams()
  const [tab, setTab] = useState<PeopleTab>('all')
  const [inviting, setInviting] = useState(false)
  const mayManage = useMay('accounts')
  const actions = usePeopleActions()
  const { people, state } = view
  const chosen = people.find(({ id }) => id === params.get(nameOf)) ?? null
  const choose = (id: string | null) =>
    setParams(id === null || id === chosen?.id ? {} : { [nameOf]: id }, { replace: true })
  const shown = people.filter(person => isUnder(tab, person))
  if (state === 'failed') {
    return (
      <RetryState
        title={t('The accounts could not be fetched')}
        busy={view.retrying}
        onRetry={view.retry}
        action={t('Try again')}
      />
    )
  }
  if (state !== 'ready') {
    return <Loading label={t('Loading accounts')} />
  }
  return (
    <Grid narrow full className={styles.page} data-chosen={chosen !== null || undefined}>
      <div className={styles.list}>
        {view.stale && (
          <StaleNotice shown={t('what was fetched last')} busy={view.retrying} onRetry={view.retry}>
            {t('The accounts could not be fetched again.')}
          </StaleNotice>
        )}
        <Tabs
          label={t('Which accounts')}
          value={tab}
          onChange={setTab}
          tabs={peopleTabs.map(one => ({
            ...one,
            count: people.filter(person => isUnder(one.value, person)).length,
          }))}
          beside={
            mayManage && (
              <Button
                icon={<UserPlus size={15} strokeWidth={1.8} aria-hidden="true" />}
                aria-expanded={inviting}
                onClick={() => setInviting(!inviting)}
              >
                {t('Invite')}
              </Button>
            )
          }
        >
          {mayManage && inviting && <InviteForm actions={actions} />}
          {shown.length === 0 ? (
            <EmptyState
              icon={<Users size={20} strokeWidth={1.8} aria-hidden="true" />}
              title={t('Nobody here')}
              hint={tab === 'look' ? t('Everybody can sign in') : t('Nobody has the console open')}
            />
          ) : (
            <PeopleTable people={shown} chosenId={chosen?.id ?? null} onChoose={choose} />
          )}
        </Tabs>
      </div>
      {chosen !== null && (
        <aside className={styles.aside} aria-label={chosen.name}>
          <PersonPanel person={chosen} actions={mayManage ? actions : null} onClose={() => choose(null)} />
        </aside>
      )}
    </Grid>
  )
}
