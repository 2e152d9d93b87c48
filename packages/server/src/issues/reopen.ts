import { reopenIssue } from '@parley/core/issues/rules'
import type { Writer } from '../db/write.ts'
import { editIssue } from './edit.ts'

/**
 * Opens a resolved issue again.
 * @throws Refusal issue.not-found, issue.not-resolved
 */
export const reopen = (writer: Writer, id: number, reason: string): Promise<void> =>
  editIssue(writer, id, (issue, now) => reopenIssue(issue, reason, now))
