import type { DocumentType } from '@parley/core/attachments/api'
import type { Words } from '../language.ts'
import { fieldAt } from './fields.ts'
import { beneficiaryCount, nextAt, revalidatedAt } from './next.ts'
import { type At, type FormState, factsOf, put, type Source } from './state.ts'
import { type Value, words } from './value.ts'

const isOpen = ({ status }: FormState): boolean => status === 'asking' || status === 'paused'

const notHere = words(
  'This field cannot be filled in here.',
  'Kino tekisobola kujjuzibwa wano.',
  'Sehemu hii haiwezi kujazwa hapa.',
)
const notAsked = words(
  'The other answers leave this question no sense. Change those first.',
  'Ebirala ebyaddibwamu biraga nti kino tekibuuzibwa. Sooka okyuse ebyo.',
  'Majibu mengine yanafanya swali hili lisihitajike. Badilisha hayo kwanza.',
)

/** Who declared something declared it of the answers that they saw: they see them all once more before. */
const seenAgain = (at: At): At => (at.step === 'consent' ? { step: 'summary' } : at)

/** Whether two values are the same; lists by what they hold. */
const isSame = (one: Value | undefined, other: Value): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * A field that somebody fills in for the customer, read as the customer's own answer would be. The open question stays, or is
 * the next one if this was it; what was to be consented to is shown anew. What is there already keeps its source. A form that
 * is closed, a path that it does not have, and a question that is not asked are problems too.
 */
export function prefill(
  state: FormState,
  path: string,
  text: string,
  source: Source,
): { readonly state: FormState; readonly problem?: never } | { readonly problem: Words } {
  const field = fieldAt(state.kind, path)
  const isNext = !path.startsWith('beneficiaries.') || Number(path.split('.')[1]) <= beneficiaryCount(state)
  if (field === undefined || !isNext || !isOpen(state) || state.submitted_at !== null) {
    return { problem: notHere }
  }
  if (!field.isAsked(other => state.values[other]?.value)) return { problem: notAsked }
  const now = new Date(source.at)
  const read = field.read(text, factsOf(state, now, 'en'))
  if (read.problem !== undefined) return { problem: read.problem }
  if (isSame(state.values[path]?.value, read.value)) return { state }
  const filled = put(state, path, read.value, source)
  const facts = factsOf(filled, now, 'en')
  const wasOpen = state.at.step === 'field' && state.at.path === path
  const at = wasOpen ? nextAt(filled, facts) : seenAgain(revalidatedAt(filled, facts))
  return { state: { ...filled, at, misses: wasOpen ? 0 : state.misses, changed_at: source.at } }
}

/** The form as the bot asks for it from here on: at the first question that is open, whatever was asked before. */
export function openAgain(state: FormState, now: Date): FormState {
  const open: FormState = {
    ...state,
    status: 'asking',
    aside: state.files.length > 0 ? 'file' : null,
    misses: 0,
  }
  return { ...open, at: nextAt(open, factsOf(open, now, 'en')), changed_at: now.toISOString() }
}

/**
 * The form open for one document, also after it was sent in: it is asked for next, whether or not it was put off before. A
 * form that was sent in is closed again by the customer's "done" or "later".
 */
export const askFor = (state: FormState, _what: 'document', type: DocumentType, now: Date): FormState => ({
  ...state,
  status: 'asking',
  at: { step: 'document', type },
  aside: null,
  settled: state.settled.filter(one => one !== type),
  misses: 0,
  changed_at: now.toISOString(),
})
