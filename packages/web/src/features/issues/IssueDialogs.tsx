import { plural, t } from '@parley/core/text/translate'
import type { IssueCategory, IssueEntity } from '@parley/core/issues/api'
import { isOpenIssue, issueWord } from '@parley/core/issues/rules'
import { issueCategories, issuePriorities } from '@parley/core/issues/constants'
import { useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { newId } from '../../client/client.ts'
import { emptyDraft, type IssueDraft } from '../../data/issues/drafts.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Fact, Facts } from '../../ui/lists/Facts.tsx'
import { Moment } from '../../ui/Moment.tsx'
import styles from './IssueDialogs.module.css'
import { draftProblems, textProblem } from './issue-draft.ts'
import type { IssueWork } from './use-issue-work.ts'
import { IssueBadge } from './IssueBadge.tsx'

interface DialogProps {
  readonly work: IssueWork
  readonly onClose: () => void
}

const categories: readonly { value: IssueCategory | ''; label: string; disabled?: boolean }[] = [
  { value: '', label: t('Choose…'), disabled: true },
  ...issueCategories.map(value => ({ value, label: issueWord(value) })),
]
const priorities = issuePriorities.map(value => ({ value, label: issueWord(value) }))

const wordsOf = (action: 'createIssue' | 'resolveIssue' | 'reopenIssue') => (cause: unknown) => {
  logFailure(action, cause)
  return failureWords(action, cause)
}

/** Raises an issue on the conversation and selects it. What was written stays when the window is closed without. */
export function NewIssueDialog({ work, onClose }: DialogProps) {
  const { source, conversationId, select, drafts, change } = work
  /** The same words have the same client id, so that a second try after a lost answer makes no second issue. */
  const clientIdOf = (words: string): string => {
    if (drafts.sent?.words === words) return drafts.sent.clientId
    const clientId = newId()
    change({ sent: { words, clientId } })
    return clientId
  }
  const form = useForm<IssueDraft>({
    values: drafts.raising,
    onChange: more => change({ raising: { ...drafts.raising, ...more } }),
    check: (draft, tried) => (tried ? draftProblems(draft) : {}),
    send: async ({ title, description, category, priority }) => {
      if (source === null || category === '') return
      const raised = {
        conversation_id: conversationId,
        title: title.trim(),
        description: description.trim(),
        category,
        priority,
      }
      const issue = await source.create({ ...raised, client_issue_id: clientIdOf(JSON.stringify(raised)) })
      select(issue.id)
      change({ raising: emptyDraft, sent: null })
      onClose()
    },
    wordsOf: wordsOf('createIssue'),
  })
  return (
    <FormDialog
      form={form}
      title={t('New issue')}
      actions={work.area === 'sample' && <SampleMark />}
      action={form.busy ? t('Creating...') : t('Create issue')}
      gap={3.5}
      onClose={onClose}
    >
      <TextField label={t('Title')} dir="auto" autoComplete="off" {...form.text('title')} />
      <TextArea label={t('Description')} {...form.text('description')} />
      <Grid gap={3} align="start" className={styles.pair}>
        <Select label={t('Category')} choices={categories} {...form.choice('category')} />
        <Select label={t('Priority')} choices={priorities} {...form.choice('priority')} />
      </Grid>
    </FormDialog>
  )
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
export function IssueDialog({ work, issue, onClose }: DialogProps & { issue: IssueEntity }) {
  // As it was when the window opened: a colleague's step must not turn the form under what is being written.
  const [step] = useState(isOpenIssue(issue.status) ? ('resolve' as const) : ('reopen' as const))
  const { label, missing, button, busy, failed } = words[step]
  const { source, drafts, setText } = work
  // It stays when the window is closed without saving.
  const text = drafts.texts[issue.id] ?? ''
  const form = useForm({
    values: { text },
    onChange: ({ text: written = '' }) => setText(issue.id, written),
    check: (_, tried) => ({
      text: textProblem(text) ?? (tried && text.trim() === '' ? missing : undefined),
    }),
    send: async () => {
      if (source === null) return
      await source[step](issue, text.trim())
      setText(issue.id, '')
      onClose()
    },
    wordsOf: wordsOf(failed),
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
            t(' after {resolution_time}', {
              resolution_time: plural(issue.resolution_time, { one: '1 minute', other: '{count} minutes' }),
            })}
        </Fact>
      )}
      {issue.resolution_summary !== null && <Fact name={t('Resolution')}>{issue.resolution_summary}</Fact>}
      {issue.reopen_reason !== null && <Fact name={t('Reopened because')}>{issue.reopen_reason}</Fact>}
      <Fact name={t('Messages')}>{plural(attached, { one: '1 linked', other: '{count} linked' })}</Fact>
    </Facts>
  )
}
