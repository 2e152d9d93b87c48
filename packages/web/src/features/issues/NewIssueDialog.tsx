import type { IssueCategory, IssuePriority } from '@parley/core/issues/api'
import { issueWord } from '@parley/core/issues/rules'
import { issueCategories, issuePriorities } from '@parley/core/issues/constants'
import { type FormEvent, useId, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { newId } from '../../client/client.ts'
import { emptyDraft, type IssueDraft } from '../../data/issues/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './IssueDialog.module.css'
import { draftProblems } from './issue-draft.ts'
import type { IssueWork } from './use-issue-work.ts'

interface NewIssueDialogProps {
  readonly work: IssueWork
  readonly onClose: () => void
}

const categories: readonly { value: IssueCategory | ''; label: string; disabled?: boolean }[] = [
  { value: '', label: 'Choose…', disabled: true },
  ...issueCategories.map(value => ({ value, label: issueWord(value) })),
]
const priorities: readonly { value: IssuePriority; label: string }[] = issuePriorities.map(value => ({
  value,
  label: issueWord(value),
}))

/** Raises an issue on the conversation and selects it. What was written stays when the window is closed without. */
export function NewIssueDialog({ work, onClose }: NewIssueDialogProps) {
  const draft = work.drafts.raising
  const [tried, setTried] = useState(false)
  const { busy, failure, create } = useCreate(work)
  const formId = useId()
  const problems = tried ? draftProblems(draft) : {}
  const change = (more: Partial<IssueDraft>) => work.change({ raising: { ...draft, ...more } })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || Object.keys(draftProblems(draft)).length > 0) return
    if (!(await create(draft))) return
    work.change({ raising: emptyDraft, sent: null })
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="New issue"
      actions={work.area === 'sample' && <SampleMark />}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {busy ? 'Creating...' : 'Create issue'}
          </Button>
        </>
      }
    >
      <Grid
        as="form"
        id={formId}
        gap={3.5}
        className={styles.form}
        noValidate
        onSubmit={event => void onSubmit(event)}
      >
        <TextField
          label="Title"
          dir="auto"
          autoComplete="off"
          value={draft.title}
          error={problems.title}
          onChange={event => change({ title: event.target.value })}
        />
        <TextArea
          label="Description"
          value={draft.description}
          error={problems.description}
          onChange={event => change({ description: event.target.value })}
        />
        <Grid gap={3} align="start" className={styles.pair}>
          <Select
            label="Category"
            value={draft.category}
            choices={categories}
            error={problems.category}
            onChange={category => change({ category })}
          />
          <Select
            label="Priority"
            value={draft.priority}
            choices={priorities}
            onChange={priority => change({ priority })}
          />
        </Grid>
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
    </Modal>
  )
}

function useCreate({ source, conversationId, select, drafts, change }: IssueWork) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** The same words have the same client id, so that a second try after a lost answer makes no second issue. */
  const clientIdOf = (words: string): string => {
    if (drafts.sent?.words === words) return drafts.sent.clientId
    const clientId = newId()
    change({ sent: { words, clientId } })
    return clientId
  }
  const create = async ({ title, description, category, priority }: IssueDraft): Promise<boolean> => {
    if (source === null || category === '') return false
    const raised = {
      conversation_id: conversationId,
      title: title.trim(),
      description: description.trim(),
      category,
      priority,
    }
    setBusy(true)
    setFailure(null)
    try {
      const issue = await source.create({ ...raised, client_issue_id: clientIdOf(JSON.stringify(raised)) })
      select(issue.id)
      return true
    } catch (cause) {
      logFailure('createIssue', cause)
      setFailure(failureWords('createIssue', cause))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, create }
}
