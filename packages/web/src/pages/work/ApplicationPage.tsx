import { t } from '@parley/core/text/translate'
import type { ApplicationKind } from '@parley/core/applications/application'
import { useNavigate, useParams } from 'react-router'
import { applicationMessages } from '../../client/action-messages.ts'
import { useApplication } from '../../data/applications/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { applicationsPath } from '../../features/applications/list-filter.ts'
import { Button } from '../../ui/Button.tsx'
import { Center } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { ApplicationView } from './ApplicationView.tsx'

/** One application: found out first, then worked on. */
export function ApplicationPage({ kind }: { kind: ApplicationKind }) {
  const { id = '' } = useParams()
  const session = useSession()
  const view = useApplication(kind, id)
  const navigate = useNavigate()
  if (session === null) return null
  const back = <Button onClick={() => void navigate(applicationsPath[kind])}>{t('Back to list')}</Button>
  if (view.state === 'failed' || view.area === 'unavailable') {
    return (
      <Center full pad={6}>
        <ErrorState
          title={applicationMessages.fetchApplication}
          hint={t('The server cannot be reached. Parley tries again every 10 seconds.')}
          action={
            <>
              {view.state === 'failed' && (
                <Button busy={view.retrying} onClick={view.retry}>
                  {t('Retry')}
                </Button>
              )}
              {back}
            </>
          }
        />
      </Center>
    )
  }
  if (view.state === 'off' || view.state === 'loading' || view.source === null) {
    return (
      <Center full pad={6}>
        <Spinner label={t('Loading the application')} />
      </Center>
    )
  }
  if (view.application === null) {
    return (
      <Center full pad={6}>
        <EmptyState
          title={t('Application Not Found')}
          hint={t(
            "The application you're looking for doesn't exist or you don't have permission to view it.",
          )}
          action={back}
        />
      </Center>
    )
  }
  return (
    <ApplicationView
      key={`${session.user.id} ${kind} ${view.application.id}`}
      application={view.application}
      source={view.source}
      view={view}
      agentId={session.user.id}
    />
  )
}
