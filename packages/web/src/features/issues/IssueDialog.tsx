import { plural, t } from '@parley/core/text/translate'
import type { IssueEntity } from '@parley/core/issues/api'
import { calendar, momentLabel } from '@parley/core/text/format'
import { isOpenIssue, issueWord } from '@parley/core/issues/rules'
import { useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
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
    label: t('Resolution summary'),
    missing: t('Say how it was resolved'),
    button: t('Resolve issue'),
    busy: t('Resolving...'),
    failed: 'resolveIssue',
  },
  reopen: {
    label: t('Reason for reopening'),
    missing: t('Say why it is opened again'),
    button: t('Reopen issue'),
    busy: t('Reopening...'),
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
      leave={t('Close')}
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
      <Fact name={t('Status')}>
        <IssueBadge status={issue.status} />
      </Fact>
      {issue.description !== '' && <Fact name={t('Description')}>{issue.description}</Fact>}
      <Fact name={t('Category')}>{issue.category === null ? t('Not known') : issueWord(issue.category)}</Fact>
      <Fact name={t('Priority')}>{issueWord(issue.priority)}</Fact>
      <Fact name={t('Raised')}>
        <Moment iso={issue.created_at} />
        {issue.assigned_agent !== null && t(' by {name}', { name: issue.assigned_agent.name })}
      </Fact>
      {issue.closed_at !== null && (
        <Fact name={t('Resolved')}>
          <Moment iso={issue.closed_at} />
          {issue.resolution_time !== null &&
            t(' after {resolution_time}', { resolution_time: minutesLabel(issue.resolution_time) })}
        </Fact>
      )}
      {issue.resolution_summary !== null && <Fact name={t('Resolution')}>{issue.resolution_summary}</Fact>}
      {issue.reopen_reason !== null && <Fact name={t('Reopened because')}>{issue.reopen_reason}</Fact>}
      <Fact name={t('Messages')}>{plural(attached, { one: '1 linked', other: '{count} linked' })}</Fact>
    </Facts>
  )
}

const minutesLabel = (minutes: number): string =>
  plural(minutes, { one: '1 minute', other: '{count} minutes' })

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
