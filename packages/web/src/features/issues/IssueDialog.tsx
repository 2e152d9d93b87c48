import type { IssueEntity } from '@parley/core/issues/api'
import { calendar, momentLabel } from '@parley/core/text/format'
import { isOpenIssue, issueWord } from '@parley/core/issues/rules'
import { useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
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
    failed: 'resolveIssue',
  },
  reopen: {
    label: 'Reason for reopening',
    missing: 'Say why it is opened again',
    button: 'Reopen issue',
    busy: 'Reopening...',
    failed: 'reopenIssue',
  },
} as const

/** An issue in full, with the step that its status allows: resolve it, or open it again. */
export function IssueDialog({ work, issue, text, onText, onClose }: IssueDialogProps) {
  // As it was when the window opened: a colleague's step must not turn the form under what is being written.
  const [step] = useState(isOpenIssue(issue.status) ? ('resolve' as const) : ('reopen' as const))
  const { label, missing, button, busy, failed } = words[step]
  const { source } = work
  const form = useForm({
    values: { text },
    onChange: ({ text: written = '' }) => onText(written),
    check: (_, tried) => ({
      text: textProblem(text) ?? (tried && text.trim() === '' ? missing : undefined),
    }),
    send: async () => {
      if (source === null) return
      await source[step](issue, text.trim())
      onText('')
      onClose()
    },
    wordsOf: cause => {
      logFailure(failed, cause)
      return failureWords(failed, cause)
    },
  })
  return (
    <FormDialog
      form={form}
      title={issue.title}
      actions={work.area === 'sample' && <SampleMark />}
      action={form.busy ? busy : button}
      leave="Close"
      above={<IssueFacts issue={issue} />}
      gap={3.5}
      className={styles.form}
      onClose={onClose}
    >
      <TextArea label={label} {...form.text('text')} />
    </FormDialog>
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
