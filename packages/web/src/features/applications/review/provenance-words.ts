import type { ProvenanceEntity } from '@parley/core/entities/application'
import type { AttachmentEntity } from '@parley/core/entities/attachment'
import { documentTypeLabels } from '@parley/core/rules/application-form'
import { local, momentLabel } from '../dates.ts'

const documentName = ({ document_id: id }: ProvenanceEntity, files: readonly AttachmentEntity[]): string => {
  const file = files.find(one => one.id === id || one.document_id === id)
  return file === undefined ? 'Document' : documentTypeLabels[file.document_type]
}

/** Where a value came from, in a word or two: "Form answer", "Entered by you". */
export function sourceLabel(
  from: ProvenanceEntity,
  files: readonly AttachmentEntity[],
  viewerId: string | null,
): string {
  switch (from.source) {
    case 'message':
      return 'Message'
    case 'form':
      return 'Form answer'
    case 'document':
      return documentName(from, files)
    case 'person':
      return `Entered by ${from.agent !== null && from.agent.id === viewerId ? 'you' : (from.agent?.name ?? 'an agent')}`
  }
}

/** The marker beside a value: "Form answer, 17:31". */
export function provenanceMark(
  from: ProvenanceEntity,
  files: readonly AttachmentEntity[],
  viewerId: string | null,
  now: Date,
): string {
  const source = sourceLabel(from, files, viewerId)
  return from.at === null ? source : `${source}, ${momentLabel(new Date(from.at), now)}`
}

/** The same as a sentence. */
export function provenanceSentence(from: ProvenanceEntity, files: readonly AttachmentEntity[]): string {
  const when = from.at === null ? '' : ` on ${local.full(new Date(from.at))}`
  switch (from.source) {
    case 'message':
      return `The customer said it in a message${when}.`
    case 'form':
      return `The customer answered it in a form sent through the chat${when}.`
    case 'document':
      return `It was read off a document${when}: ${documentName(from, files)}.`
    case 'person':
      return `${from.agent?.name ?? 'An agent'} entered it${when}.`
  }
}
