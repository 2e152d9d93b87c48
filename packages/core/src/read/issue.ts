import type { IssueEntity } from '../entities/issue.ts'
import { issueCategories, issuePriorities, issueStatuses } from '../issues/constants.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

const epoch = new Date(0).toISOString()

/** An agent as an object, or as a bare name. */
const readAgent = (raw: unknown): IssueEntity['assigned_agent'] => {
  const fields = fieldsOf(raw)
  const name = textOf(raw) ?? textOf(fields['name'])
  return name === null ? null : { id: textOf(fields['id']), name }
}

/** Reads one issue. Never throws; what is missing reads as empty, an unknown status as OPEN, an unknown priority as MEDIUM. */
export function readIssue(raw: unknown): IssueEntity {
  const fields = fieldsOf(raw)
  const created_at = timeOf(fields['created_at']) ?? epoch
  return {
    id: firstText(fields, 'id', 'issue_id') ?? '',
    conversation_id: textOf(fields['conversation_id']) ?? '',
    title: textOf(fields['title']) ?? '',
    description: textOf(fields['description']) ?? '',
    created_at,
    updated_at: timeOf(fields['updated_at']) ?? created_at,
    closed_at: timeOf(fields['closed_at']),
    status: wordOf(fields['status'], issueStatuses) ?? 'OPEN',
    priority: wordOf(fields['priority'], issuePriorities) ?? 'MEDIUM',
    category: wordOf(fields['category'], issueCategories),
    assigned_agent: readAgent(fields['assigned_agent']),
    resolution_summary: textOf(fields['resolution_summary']),
    resolution_time: numberOf(fields['resolution_time']),
    reopen_reason: textOf(fields['reopen_reason']),
    attached_messages: [...new Set(listOf(fields['attached_messages']).flatMap(id => textOf(id) ?? []))],
  }
}

/** The issues of a list answer, bare or wrapped; entries without an id are left out. */
export const readIssues = (raw: unknown): readonly IssueEntity[] => {
  const wrapped = Object.values(fieldsOf(raw)).find(Array.isArray)
  return listOf(Array.isArray(raw) ? raw : wrapped)
    .map(readIssue)
    .filter(issue => issue.id !== '')
}
