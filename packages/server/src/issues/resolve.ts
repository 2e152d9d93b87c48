import { resolveIssue } from '@parley/core/issues/rules'
import type { Writer } from '../db/write.ts'
import { editIssue } from './edit.ts'

/**
 * Resolves an issue.
 * @throws Refusal issue.not-found, issue.resolved
 */
export const resolve = (writer: Writer, id: number, summary: string): Promise<void> =>
  editIssue(writer, id, (issue, now) => resolveIssue(issue, summary, now))
