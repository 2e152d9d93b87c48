import { t } from '@parley/core/text/translate'
import type { IssueCategory, IssuePriority } from '@parley/core/issues/api'
import { issueWord } from '@parley/core/issues/rules'
import { issueCategories, issuePriorities } from '@parley/core/issues/constants'
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
import styles from './IssueDialog.module.css'
import { draftProblems } from './issue-draft.ts'
import type { IssueWork } from './use-issue-work.ts'

interface NewIssueDialogProps {
  readonly work: IssueWork
  readonly onClose: () => void
}

const categories: readonly { value: IssueCategory | ''; label: string; disabled?: boolean }[] = [
  { value: '', label: t('Choose…'), disabled: true },
  ...issueCategories.map(value => ({ value, label: issueWord(value) })),
]
const priorities: readonly { value: IssuePriority; label: string }[] = issuePriorities.map(value => ({
  value,
  label: issueWord(value),
}))

const notCreated = (cause: unknown) => {
  logFailure('createIssue', cause)
  return failureWords('createIssue', cause)
}

/** Raises an issue on the conversation and selects it. What was written stays when the window is closed without. */
export function NewIssueDialog({ work, onClose }: NewIssueDialogProps) {
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
    wordsOf: notCreated,
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
