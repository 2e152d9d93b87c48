import { t } from '@parley/core/text/translate'
import type { ApplicationEntity } from '@parley/core/applications/application'
import { isNews, isSameStatus } from '@parley/core/applications/rules'
import { approves, type OpenPoint, unseenPoints } from '@parley/core/applications/open-points'
import {
  applicationDecisions,
  applicationStatuses,
  maxApplicationText,
  maxCustomerWords,
} from '@parley/core/applications/constants'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { rich } from '../../../ui/rich.ts'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { isUnanswered } from '../../../client/api-failure.ts'
import { newId } from '../../../client/client.ts'
import type { StatusDraft } from '../../../data/applications/drafts.ts'
import {
  type ApplicationSource,
  isStale,
  type StatusWish,
  isPointsOpen,
} from '../../../data/applications/source.ts'
import { useMay } from '../../../data/capabilities/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { ApplicationBadge } from '../ApplicationMarks.tsx'
import { ApproveDespite, ColleagueChanges } from './Checklist.tsx'
import { baseOf, changesSince, newChange, tooLong } from './application-changes.ts'
import styles from './StatusDialog.module.css'

const isDecision = (status: string): boolean => applicationDecisions.some(one => one === status)

const faint = (words: string) => (
  <Text size="meta" tone="faint">
    {words}
  </Text>
)

interface StatusDialogProps {
  readonly application: ApplicationEntity
  readonly source: ApplicationSource
  readonly open: boolean
  readonly onClose: () => void
  /** What is begun; null for nothing. */
  readonly draft: StatusDraft | null
  readonly setDraft: (draft: StatusDraft | null) => void
  /** What stands open, which is said before it is approved; each leads to its field. */
  readonly points: readonly OpenPoint[]
  readonly healthOpen: boolean
  readonly onPoint: (point: OpenPoint) => void
}

/**
 * Sets the status: one of the six, none chosen at first, with or without words. What is begun outlives the window. What a
 * colleague changed meanwhile is shown before anything is saved over it, and what stands open before it is approved.
 */
export function StatusDialog(props: StatusDialogProps) {
  const { application, source, open, onClose, draft: begun, setDraft, points, healthOpen, onPoint } = props
  const name = useId()
  const mayDecide = useMay('application-decision')
  const offered = applicationStatuses.filter(status => mayDecide || !isDecision(status))
  const first = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState(false)
  const [again, setAgain] = useState(false)
  // What an earlier release kept lacks what is new.
  const draft = { ...newChange(application, ''), ...begun }
  // Another wish is another change: only the very same one may be sent under the same id.
  const write = (part: Partial<StatusDraft>) => {
    setAgain(false)
    setDraft({ ...draft, ...part, changeId: newId() })
  }
  const leave = () => {
    setTried(false)
    setAgain(false)
    onClose()
  }
  const update = useMutation({
    mutationFn: ({ base, wish }: { base: Pick<StatusDraft['base'], 'version'>; wish: StatusWish }) =>
      source.setStatus({ kind: application.kind, id: application.id, version: base.version }, wish),
    onSuccess: () => {
      setDraft(null)
      leave()
    },
    onError: cause => logFailure('updateApplicationStatus', cause),
  })
  const failure = update.error
  // It may have been carried out: then what is new is our own. Sent again under its id, it tells.
  const isUndecided =
    failure !== null && isUnanswered(failure) && update.variables?.wish.changeId === draft.changeId
  const changes = update.isPending || isUndecided ? [] : changesSince(draft.base, application)
  const isTold = draft.status !== null && isNews(application.status, draft.status)
  const isApproved = draft.status !== null && approves(application, draft.status)
  const unseen = isApproved ? unseenPoints(points, draft.seen) : []
  const notesProblem = tooLong(draft.notes, maxApplicationText)
  const wordsProblem = isTold && draft.tell ? tooLong(draft.customerWords, maxCustomerWords) : undefined
  const send = (base: StatusDraft['base']) => {
    const { status, notes, tell, customerWords, seen, changeId } = draft
    const isLong = notesProblem !== undefined || wordsProblem !== undefined
    if (status === null || unseen.length > 0 || isLong || update.isPending) return
    const told = { tell, customerWords: isTold && tell ? customerWords : '' }
    update.mutate({ base, wish: { status, notes, ...told, despite: isApproved ? seen : [], changeId } })
  }
  // A refusal that the window says by what it shows: what a colleague did, or a point that came meanwhile.
  const isShown = (cause: Error) =>
    (isStale(cause) && changes.length > 0) || (isPointsOpen(cause) && unseen.length > 0)
  const press = () => {
    setTried(true)
    if (draft.status === null || changes.length > 0) return
    if (!isUndecided && !again && isSameStatus(application, draft.status)) return setAgain(true)
    send(isUndecided ? draft.base : baseOf(application))
  }
  return (
    <Modal
      open={open}
      onClose={leave}
      title={t('Update Status')}
      size="sm"
      initialFocus={first}
      footer={
        <>
          {begun !== null && (
            <Button
              variant="quiet"
              disabled={update.isPending}
              onClick={() => {
                setDraft(null)
                update.reset()
                leave()
              }}
            >
              {t('Discard')}
            </Button>
          )}
          <Button variant="primary" busy={update.isPending} disabled={changes.length > 0} onClick={press}>
            {again ? t('Record it again') : t('Update Status')}
          </Button>
        </>
      }
    >
      <Grid gap={3.5}>
        <Grid as="fieldset" gap={0.5} disabled={update.isPending}>
          <legend className={styles.legend}>{t('New status')}</legend>
          {offered.map((status, at) => (
            <HStack as="label" key={status} gap={2.5} className={styles.choice}>
              <input
                ref={at === 0 ? first : undefined}
                type="radio"
                name={name}
                value={status}
                checked={draft.status === status}
                onChange={() => write({ status })}
              />
              <ApplicationBadge status={status} />
              {isSameStatus(application, status) && faint(t('now'))}
            </HStack>
          ))}
        </Grid>
        {!mayDecide && (
          <Text as="p" size="meta" tone="faint">
            {t('In this workspace, only supervisors approve and reject applications.')}
          </Text>
        )}
        {isApproved && points.length > 0 && (
          <ApproveDespite
            points={points}
            seen={draft.seen}
            healthOpen={healthOpen}
            disabled={update.isPending}
            tried={tried && unseen.length > 0}
            onSeen={seen => write({ seen })}
            onPoint={point => {
              leave()
              onPoint(point)
            }}
          />
        )}
        {tried && draft.status === null && <FailureNote>{t('Choose a status first.')}</FailureNote>}
        <TextArea
          label={rich('Notes {optional}', { optional: faint(t('optional, for agents only')) })}
          value={draft.notes}
          readOnly={update.isPending}
          error={notesProblem}
          onChange={event => write({ notes: event.target.value })}
        />
        {isTold && (
          <Grid gap={2}>
            <Checkbox
              label={t('Tell the customer')}
              checked={draft.tell}
              disabled={update.isPending}
              onChange={({ target }) => write({ tell: target.checked })}
            />
            <Text as="p" size="meta" tone="faint">
              {draft.tell
                ? t(
                    'They get a message in their language, or a template if 24 hours have passed. The history shows whether it was sent.',
                  )
                : t('The customer gets no message. The history records this.')}
            </Text>
            {draft.tell && (
              <TextArea
                label={rich('Message to the customer {optional}', {
                  optional: faint(t('optional, sent exactly as written')),
                })}
                value={draft.customerWords}
                readOnly={update.isPending}
                error={wordsProblem}
                onChange={event => write({ customerWords: event.target.value })}
              />
            )}
          </Grid>
        )}
        {again && (
          <Notice tone="warn">
            {t('The application already has this status. Recording it again adds an entry to the history.')}
          </Notice>
        )}
        <ColleagueChanges
          changes={changes}
          action={draft.status === null ? t('I have seen it') : t('Save mine anyway')}
          onApply={() => {
            setTried(true)
            setDraft({ ...draft, base: baseOf(application) })
            send(baseOf(application))
          }}
        />
        {failure !== null && !update.isPending && !isShown(failure) && (
          <FailureNote>{failureWords('updateApplicationStatus', failure)}</FailureNote>
        )}
      </Grid>
    </Modal>
  )
}
