import { fit } from '@parley/core/text/format'
import { documentsFor, type WantedDocument } from './documents.ts'
import { isReadable } from './form/documents.ts'
import { documentTitle } from './notices.ts'
import { say } from './sayings.ts'
import type { BotState } from './state.ts'
import { type Choice, type Input, offeredIn, type Reply } from './turn.ts'
import type { PlacedFiles, Step, World } from './world.ts'

/** A list has ten rows; one is the menu. */
const mostOffered = 9

/**
 * Assigns a photo or PDF to a document that an application needs, or asks which one it is. Null: no application needs it, or it is
 * for the open form and does not quote an agent's request.
 */
export function takeDocument(state: BotState, input: Input, world: World, isInForm: boolean): Step | null {
  const { wanted } = world
  const chosen = wanted.find(one => choiceOf(one) === input.choiceId)
  if (chosen !== undefined && state.files.length > 0) return placed(state, chosen, state.files, world)
  const files = input.files
    .filter(isReadable)
    .map(({ attachmentId }) => ({ attachment_id: attachmentId, message_id: input.messageId }))
  if (files.length === 0) return null
  const { caption = '', quotedId = null } = input
  const meant = documentsFor(wanted, { caption, quotedId })
  const [document] = meant
  if (document === undefined) return null
  if (isInForm && (quotedId === null || document.askedIn !== quotedId)) return null
  if (meant.length === 1) return placed(state, document, files, world)
  return asked({ ...state, files: [...state.files, ...files] }, meant)
}

const choiceOf = ({ applicationId, type }: WantedDocument): string => `document:${applicationId}:${type}`

function placed(
  state: BotState,
  document: WantedDocument,
  files: PlacedFiles['files'],
  { wanted }: World,
): Step {
  const language = state.language ?? 'en'
  const { kind, number, applicationId } = document
  const title = (one: WantedDocument) => documentTitle(one.kind, one.type, language)
  const missing = wanted
    .filter(one => one.applicationId === applicationId && one.standing === 'missing' && one !== document)
    .map(title)
    .join(', ')
  const told = say('documentTaken', language, {
    document: documentTitle(kind, document.type, language),
    number,
  })
  const rest = missing === '' ? '' : ` ${say('documentsMissing', language, { documents: missing })}`
  return {
    // The choices of the open question stay valid.
    state: { ...state, files: [], misses: 0, greeted: true },
    replies: [{ text: `${told}${rest}` }],
    placed: { document, files },
    handover: null,
  }
}

/** Titles with the application's number if there are several applications, so that they differ. */
function asked(state: BotState, meant: readonly WantedDocument[]): Step {
  const language = state.language ?? 'en'
  const isOne = new Set(meant.map(({ applicationId }) => applicationId)).size === 1
  const choices = meant.slice(0, mostOffered).map((one): Choice => {
    const title = documentTitle(one.kind, one.type, language)
    return { id: choiceOf(one), title: isOne ? title : numbered(title, one) }
  })
  const menu = { id: 'menu', title: say('menuTitle', language) }
  const replies: readonly Reply[] = [{ text: say('whichDocument', language), choices: [...choices, menu] }]
  return {
    state: { ...state, offered: offeredIn(replies), misses: 0, greeted: true },
    replies,
    handover: null,
  }
}

const mostTitle = 24
const numbered = (title: string, { number }: WantedDocument): string =>
  `${fit(title, mostTitle - number.length - 1)} ${number}`
