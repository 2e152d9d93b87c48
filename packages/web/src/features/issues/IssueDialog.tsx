import type { IssueEntity } from '@parley/core/issues/api'
import { calendar, momentLabel } from '@parley/core/text/format'
import { isOpenIssue, issueWord } from '@parley/core/issues/rules'
import { type FormEvent, useId, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { IssueBadge } from './IssueBadge.tsx'
import styles from './IssueDialog.module.css'
import { textProblem } from './issue-draft.ts'
import type { IssueWork } from './use-issue-work.ts'

interface IssueDialogProps {
  readonly work: IssueWork
  readonly issue: IssueEntity
  /** The summary or reason that is being written; it stays when the window is closed without saving. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

const words = {
  resolve: {
    label: 'Resolution summary',
    missing: 'Say how it was resolved',
    button: 'Resolve issue',
    busy: 'Resolving...',
  },
  reopen: {
    label: 'Reason for reopening',
    missing: 'Say why it is opened again',
    button: 'Reopen issue',
    busy: 'Reopening...',
  },
} as const

/** An issue in full, with the step that its status allows: resolve it, or open it again. */
export function IssueDialog({ work, issue, text, onText, onClose }: IssueDialogProps) {
  // As it was when the window opened: a colleague's step must not turn the form under what is being written.
  const [step] = useState(isOpenIssue(issue.status) ? ('resolve' as const) : ('reopen' as const))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const formId = useId()
  const { label, missing, ...button } = words[step]
  const problem = textProblem(text) ?? (tried && text.trim() === '' ? missing : null)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { source } = work
    if (busy || source === null || text.trim() === '' || textProblem(text) !== null) return
    setBusy(true)
    setFailure(null)
    try {
      await source[step](issue, text.trim())
      onText('')
      onClose()
    } catch (cause) {
      const action = step === 'resolve' ? 'resolveIssue' : 'reopenIssue'
      logFailure(action, cause)
      setFailure(failureWords(action, cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={issue.title}
      actions={work.area === 'sample' && <SampleMark />}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {busy ? button.busy : button.button}
          </Button>
        </>
      }
    >
      <IssueFacts issue={issue} />
      <Grid
        as="form"
        id={formId}
        gap={3.5}
        className={styles.form}
        noValidate
        onSubmit={event => void onSubmit(event)}
      >
        <TextArea
          label={label}
          value={text}
          error={problem ?? undefined}
          onChange={event => onText(event.target.value)}
        />
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}

function IssueFacts({ issue }: { issue: IssueEntity }) {
  const attached = issue.attached_messages.length
  return (
    <Facts names="wide">
      <Fact name="Status">
        <IssueBadge status={issue.status} />
      </Fact>
      {issue.description !== '' && <Fact name="Description">{issue.description}</Fact>}
      <Fact name="Category">{issue.category === null ? 'Not known' : issueWord(issue.category)}</Fact>
      <Fact name="Priority">{issueWord(issue.priority)}</Fact>
      <Fact name="Raised">
        <Moment iso={issue.created_at} />
        {issue.assigned_agent !== null && ` by ${issue.assigned_agent.name}`}
      </Fact>
      {issue.closed_at !== null && (
        <Fact name="Resolved">
          <Moment iso={issue.closed_at} />
          {issue.resolution_time !== null && ` after ${minutesLabel(issue.resolution_time)}`}
        </Fact>
      )}
      {issue.resolution_summary !== null && <Fact name="Resolution">{issue.resolution_summary}</Fact>}
      {issue.reopen_reason !== null && <Fact name="Reopened because">{issue.reopen_reason}</Fact>}
      <Fact name="Messages">{attached === 1 ? '1 linked' : `${attached} linked`}</Fact>
    </Facts>
  )
}

const minutesLabel = (minutes: number): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

const local = calendar()

function Moment({ iso }: { iso: string }) {
  const now = useNow()
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={local.full(at)}>
      {momentLabel(local, at, now)}
    </time>
  )
}
