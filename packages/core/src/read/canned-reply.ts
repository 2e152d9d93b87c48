import type { CannedReplyEntity } from '../entities/canned-reply.ts'
import { cannedScopes } from '../words/canned-replies.ts'
import { languages } from '../words/languages.ts'
import { readAttachments } from './attachment.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, wordOf } from './value.ts'

const epoch = new Date(0).toISOString()

const readEditor = (raw: unknown): CannedReplyEntity['created_by'] => {
  const { id, name } = fieldsOf(raw)
  const known = textOf(id)
  return known === null
    ? null
    : { id: known as NonNullable<CannedReplyEntity['created_by']>['id'], name: textOf(name) ?? '' }
}

/** Reads one canned reply. Never throws; what is missing reads as empty, and whose it is as everybody's. */
export function readCannedReply(raw: unknown): CannedReplyEntity {
  const fields = fieldsOf(raw)
  const created_at = timeOf(fields['created_at']) ?? epoch
  const byIntent = Object.entries(fieldsOf(fields['uses_by_intent']))
  return {
    id: (textOf(fields['id']) ?? '') as CannedReplyEntity['id'],
    shortcut: textOf(fields['shortcut']) ?? '',
    title: textOf(fields['title']) ?? '',
    body: textOf(fields['body']) ?? '',
    language: wordOf(fields['language'], languages),
    attachments: readAttachments(fields),
    scope: wordOf(fields['scope'], cannedScopes) ?? 'shared',
    version: numberOf(fields['version']) ?? 0,
    uses: numberOf(fields['uses']) ?? 0,
    uses_by_intent: Object.fromEntries(byIntent.map(([intent, uses]) => [intent, numberOf(uses) ?? 0])),
    created_at,
    created_by: readEditor(fields['created_by']),
    updated_at: timeOf(fields['updated_at']) ?? created_at,
    updated_by: readEditor(fields['updated_by']),
  }
}

/** The canned replies of an answer; entries without an id or words are left out. */
export const readCannedReplies = (raw: unknown): readonly CannedReplyEntity[] =>
  listOf(raw)
    .map(readCannedReply)
    .filter(({ id, body }) => id !== '' && body !== '')
