import { t } from '@parley/core/text/translate'
import type { ProvenanceEntity } from '@parley/core/applications/application'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { documentTypeLabels } from '@parley/core/applications/form'
import { dateLabel, local, momentLabel } from '../../dates.ts'

const documentName = ({ document_id: id }: ProvenanceEntity, files: readonly AttachmentEntity[]): string => {
  const file = files.find(one => one.id === id || one.document_id === id)
  return file === undefined ? t('Document') : documentTypeLabels[file.document_type]
}

/** Where a value came from, in a word or two: "Form answer", "Entered by you". */
export function sourceLabel(
  from: ProvenanceEntity,
  files: readonly AttachmentEntity[],
  viewerId: string | null,
): string {
  switch (from.source) {
    case 'message':
      return t('Message')
    case 'form':
      return t('Form answer')
    case 'document':
      return documentName(from, files)
    case 'person':
      return from.agent !== null && from.agent.id === viewerId
        ? t('Entered by you')
        : t('Entered by {name}', { name: from.agent?.name ?? t('an agent') })
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

/** Where most values of a section came from, said once there. */
export interface CommonSource {
  /** "All by form answer, Nov 16", "All but 2 entered by you, today". */
  readonly words: string
  /** Whether this value came from there, so that its own mark may be quiet. */
  readonly isOf: (from: ProvenanceEntity) => boolean
}

/**
 * The source and day that more than half of the values have, of two at least; null: there is none, and each value says its
 * own.
 */
export function commonSource(
  origins: readonly ProvenanceEntity[],
  files: readonly AttachmentEntity[],
  viewerId: string | null,
  now: Date,
): CommonSource | null {
  const keyOf = (from: ProvenanceEntity) =>
    `${sourceLabel(from, files, viewerId)} ${from.at === null ? '' : local.day(new Date(from.at))}`
  const groups = new Map<string, readonly ProvenanceEntity[]>()
  for (const from of origins) groups.set(keyOf(from), [...(groups.get(keyOf(from)) ?? []), from])
  const [common] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  if (common === undefined) return null
  const [key, same] = common
  const [first] = same
  if (first === undefined || same.length < 2 || same.length * 2 <= origins.length) return null
  const others = origins.length - same.length
  const source = sourcePhrase(first, files, viewerId)
  const when = first.at === null ? '' : `, ${dayWords(new Date(first.at), now)}`
  return {
    words: `${others === 0 ? t('All {source}', { source }) : t('All but {others} {source}', { others, source })}${when}`,
    isOf: from => keyOf(from) === key,
  }
}

/** "today", "Nov 16", with its year unless it is this one. */
const dayWords = (at: Date, now: Date): string => {
  if (local.day(at) === local.day(now)) return t('today')
  return local.day(at).slice(0, 4) === local.day(now).slice(0, 4) ? local.monthDay(at) : dateLabel(at)
}

/** A source behind "All": "by form answer", "from ID document", "entered by Amina". */
function sourcePhrase(
  from: ProvenanceEntity,
  files: readonly AttachmentEntity[],
  viewerId: string | null,
): string {
  const label = sourceLabel(from, files, viewerId)
  switch (from.source) {
    case 'message':
    case 'form':
      return t('by {label}', { label: label.toLowerCase() })
    case 'document':
      return t('from {label}', { label })
    case 'person':
      return from.agent !== null && from.agent.id === viewerId
        ? t('entered by you')
        : t('entered by {name}', { name: from.agent?.name ?? t('an agent') })
  }
}

/** The same as a sentence. */
export function provenanceSentence(from: ProvenanceEntity, files: readonly AttachmentEntity[]): string {
  const when = from.at === null ? '' : t(' on {time}', { time: local.full(new Date(from.at)) })
  switch (from.source) {
    case 'message':
      return t('The customer said it in a message{when}.', { when })
    case 'form':
      return t('The customer answered it in a form sent through the chat{when}.', { when })
    case 'document':
      return t('It was read from a document{when}: {from}.', { when, from: documentName(from, files) })
    case 'person':
      return t('{name} entered it{when}.', { name: from.agent?.name ?? t('An agent'), when })
  }
}
