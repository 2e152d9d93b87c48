import type { DocumentType } from '@parley/core/attachments/api'
import { documentTitle } from './ask.ts'
import { documentOptions, isReadable } from './documents.ts'
import { closed } from './finish.ts'
import { advanced, asking, type FormTurn, isAt, isReopened, type Turn, turnTo } from './form-turn.ts'
import { nextAt, revalidatedAt } from './next.ts'
import { chosen } from './parse/choice.ts'
import { sentences } from './sentences.ts'
import type { At, FormState } from './state.ts'

/** Puts files to a type; what is no photo or PDF is refused by name. */
export function takeFiles(turn: Turn): FormTurn {
  const { state, input, source } = turn
  const taken = input.files.filter(isReadable).map(({ attachmentId }) => ({
    attachment_id: attachmentId,
    message_id: input.messageId,
    at: source.at,
  }))
  if (taken.length === 0) return asking(turn, state, sentences.unreadable)
  const refused = taken.length < input.files.length ? sentences.unreadable : ''
  const named = chosen(input.text, documentOptions[state.kind])
  const type = (named?.word as DocumentType | undefined) ?? openDocument(state)
  if (type === null)
    return asking(turn, { ...state, files: [...state.files, ...taken], aside: 'file' }, refused)
  const documents = [...state.documents, ...taken.map(file => ({ ...file, type }))]
  const kept = { ...state, documents, misses: 0 }
  return openDocument(state) === type
    ? asking(turn, kept, refused)
    : asking(turn, kept, refused, keptAs(turn, type))
}

const openDocument = ({ at, aside }: FormState): DocumentType | null =>
  at.step === 'document' && aside === null ? at.type : null

const keptAs = ({ state, facts }: Turn, type: DocumentType): string =>
  `${sentences.keptAs[facts.language]}: ${documentTitle(type, state, facts.language)}`

/** The files that wait for a name get one; null leaves them out. */
export function nameFiles(turn: Turn, type: DocumentType | null): FormTurn {
  const { state } = turn
  if (state.files.length === 0) return asking(turn, { ...state, aside: null })
  const documents = type === null ? [] : state.files.map(file => ({ ...file, type }))
  const named: FormState = {
    ...state,
    documents: [...state.documents, ...documents],
    files: [],
    aside: null,
    misses: 0,
  }
  const isAnswered = state.at.step === 'document' && state.at.type === type
  const at = isAnswered || isReopened(turn) ? state.at : afterFiles(turnTo(turn, named))
  return asking(turn, { ...named, at }, type === null ? sentences.dropped : keptAs(turn, type))
}

/** A document that came already under another question is not asked for. */
const afterFiles = ({ state, facts }: Turn): At =>
  state.at.step === 'document' ? nextAt(state, facts) : revalidatedAt(state, facts)

/** Takes back what was sent for the open document. */
export function dropFiles(turn: Turn, type: DocumentType): FormTurn {
  const { state } = turn
  if (!isAt(turn, { step: 'document', type })) return asking(turn, state)
  const documents = state.documents.filter(file => file.type !== type)
  return asking(turn, { ...state, documents, misses: 0 })
}

/** Done with the open document, with files or without. */
export function settle(turn: Turn, type: DocumentType): FormTurn {
  const { state } = turn
  if (!isAt(turn, { step: 'document', type })) return asking(turn, state)
  const settled = { ...state, settled: [...state.settled.filter(one => one !== type), type] }
  return isReopened(turn) ? closed(turn, settled) : asking(turn, advanced(turn, settled))
}
