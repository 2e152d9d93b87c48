import { t } from '@parley/core/text/translate'
import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { checklist, type ChecklistItem } from '@parley/core/applications/checklist'
import { type OpenPoint, openPoints, pointsToAskFor } from '@parley/core/applications/open-points'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { applicationMessages, failureWords, logFailure } from '../../client/action-messages.ts'
import { type ApplicationView, useApplication } from '../../data/applications/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { applicationsPath } from '../../features/applications/list-filter.ts'
import { Button } from '../../ui/Button.tsx'
import { Box, Center, Grid } from '../../ui/layout/Layout.tsx'
import { EmptyState, ErrorState } from '../../ui/states/EmptyState.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import { prepareRequest, type ApplicationSource } from '../../data/applications/source.ts'
import { addToDraft } from '../../data/messages/drafts.ts'
import { local } from '../../features/applications/dates.ts'
import { ApplicationDetails } from '../../features/applications/review/form/ApplicationDetails.tsx'
import { ApplicationHeader, DraftNotice } from '../../features/applications/review/ApplicationHeader.tsx'
import { Checklist, type CustomerAsk, Verification } from '../../features/applications/review/Checklist.tsx'
import { Documents } from '../../features/applications/review/Documents.tsx'
import { Notes } from '../../features/applications/review/Notes.tsx'
import { StatusDialog } from '../../features/applications/review/StatusDialog.tsx'
import { StatusHistory } from '../../features/applications/review/StatusHistory.tsx'
import { useApplicationDraft } from '../../data/applications/drafts.ts'
import { SampleNotice } from '../../features/applications/ApplicationMarks.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import styles from './ApplicationPage.module.css'

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
    return <Loading pad={6} label={t('Loading the application')} />
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
    <Review
      key={`${session.user.id} ${kind} ${view.application.id}`}
      application={view.application}
      source={view.source}
      view={view}
      agentId={session.user.id}
    />
  )
}

const parts = ['details', 'documents', 'history', 'notes'] as const
type PartName = (typeof parts)[number]

interface ApplicationViewProps {
  readonly application: ApplicationEntity
  readonly source: ApplicationSource
  readonly view: ApplicationView
  readonly agentId: string
}

/** Where an agent works on one application: what it says, what is missing, its documents, history and notes. */
function Review({ application, source, view, agentId }: ApplicationViewProps) {
  const [params, setParams] = useSearchParams()
  const part = parts.find(name => name === params.get('tab')) ?? 'details'
  const show = (name: PartName) =>
    setParams(name === 'details' ? {} : { tab: name }, { replace: true, preventScrollReset: true })
  const [draft, setDraft] = useApplicationDraft(agentId, application.kind, application.id)
  const [updating, setUpdating] = useState(false)
  const [healthOpen, setHealthOpen] = useState(false)
  const isWide = useMediaQuery('(min-width: 1100px)')
  const now = useNow()
  const items = useMemo(() => checklist(application, now), [application, now])
  const points = useMemo(() => openPoints(application, now), [application, now])
  const { box, lead } = useLead(`${part} ${healthOpen}`)
  const toDocument = (id: string) => {
    show('documents')
    lead([`[data-document="${CSS.escape(id)}"]`, '[data-field="attachments"]'])
  }
  const toItem = ({ field }: ChecklistItem) => {
    if (field.startsWith('health_information')) setHealthOpen(true)
    if (field.startsWith('attachments')) show('documents')
    else if (!field.startsWith('verification_flags')) show('details')
    lead(pathsTo(field).map(path => `[data-field="${CSS.escape(path)}"]`))
  }
  const ask = useAsk(agentId, application, points)
  const aside = (
    <Box as="aside" frame className={styles.aside} aria-label={t('Before a decision')}>
      <Checklist
        items={items}
        healthOpen={healthOpen}
        onItem={toItem}
        asking={{ application, source }}
        ask={ask}
      />
      <Verification application={application} source={source} />
    </Box>
  )
  return (
    <Grid narrow full className={styles.page}>
      <ApplicationHeader application={application} onUpdateStatus={() => setUpdating(true)} />
      <Grid gap={2} className={styles.notices}>
        {view.area === 'sample' && <SampleNotice />}
        {application.takes_fields && <DraftNotice application={application} />}
        {view.stale && (
          <Notice
            tone="danger"
            action={
              <Button size="small" busy={view.retrying} onClick={view.retry}>
                {t('Retry')}
              </Button>
            }
          >
            {t('{fetchApplication}. Shown as of {time}', {
              fetchApplication: applicationMessages.fetchApplication,
              time: local.clock(new Date(view.fetchedAt)),
            })}
          </Notice>
        )}
      </Grid>
      <Tabs
        label={t('Parts of the application')}
        variant="line"
        value={part}
        onChange={show}
        tabs={[
          { value: 'details', label: t('Application Details') },
          { value: 'documents', label: t('Documents'), count: application.attachments.length },
          { value: 'history', label: t('Status History'), count: application.status_history.length },
          { value: 'notes', label: t('Notes'), count: application.notes.length },
        ]}
      >
        <div ref={box} className={styles.scroll}>
          <div className={isWide ? styles.wide : styles.narrow}>
            {!isWide && part === 'details' && aside}
            <Box flex="shrink">
              {part === 'details' && (
                <ApplicationDetails
                  application={application}
                  items={items}
                  onDocument={toDocument}
                  healthOpen={healthOpen}
                  setHealthOpen={setHealthOpen}
                />
              )}
              {part === 'documents' && (
                <Documents files={application.attachments} provenance={application.provenance} />
              )}
              {part === 'history' && <StatusHistory application={application} />}
              {part === 'notes' && (
                <Notes application={application} source={source} draft={draft} setDraft={setDraft} />
              )}
            </Box>
            {isWide && aside}
          </div>
        </div>
      </Tabs>
      <StatusDialog
        application={application}
        source={source}
        open={updating}
        onClose={() => setUpdating(false)}
        draft={draft.change}
        setDraft={change => setDraft(held => ({ ...held, change }))}
        points={points}
        healthOpen={healthOpen}
        onPoint={toItem}
      />
    </Grid>
  )
}

/** A path and what it is part of, the nearest first: `beneficiaries.0.name`, `beneficiaries.0`, `beneficiaries`. */
const pathsTo = (field: string): readonly string[] => {
  const names = field.split('.')
  return names.map((_, at) => names.slice(0, names.length - at).join('.'))
}

/** Brings the first place that there is into view, with the focus, once the screen (`shown`) has one of them. */
function useLead(shown: string) {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<readonly string[]>([])
  const [asked, ask] = useState(0)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown and what was asked for are when to look again
  useEffect(() => {
    const place = wanted.current
      .map(selector => box.current?.querySelector<HTMLElement>(selector))
      .find(Boolean)
    if (!place) return
    wanted.current = []
    place.focus({ preventScroll: true })
    const { top, height } = place.getBoundingClientRect()
    const view = box.current?.getBoundingClientRect()
    if (view === undefined) return
    const middle = top + height / 2 - (view.top + view.height / 2)
    box.current?.scrollBy({ top: height > view.height ? top - view.top - 16 : middle })
  }, [shown, asked])
  return {
    box,
    lead: (selectors: readonly string[]) => {
      wanted.current = selectors
      ask(count => count + 1)
    },
  }
}

/**
 * Has a message prepared that asks for what stands open, puts it into the composer of the conversation and goes there; nothing
 * is sent.
 */
function useAsk(
  agentId: string,
  application: ApplicationEntity,
  points: readonly OpenPoint[],
): CustomerAsk | null {
  const navigate = useNavigate()
  const prepare = useMutation({
    mutationFn: async () => {
      const { conversationId, text } = await prepareRequest(application)
      await addToDraft(agentId, conversationId, text)
      return conversationId
    },
    onSuccess: conversationId => void navigate(`/conversations/${conversationId}`),
    onError: cause => logFailure('askCustomer', cause),
  })
  const asked = pointsToAskFor(application, points)
  if (asked.length === 0 || application.conversation_id === null) return null
  return {
    count: new Set(asked.map(({ ask }) => ask)).size,
    isRest: points.some(point => point.ask !== null && !asked.includes(point)),
    run: () => {
      if (!prepare.isPending) prepare.mutate()
    },
    busy: prepare.isPending,
    failure: prepare.error === null ? null : failureWords('askCustomer', prepare.error),
    dismiss: () => prepare.reset(),
  }
}
