import type { DocumentType } from '@parley/core/api/attachments'
import type { Words } from '../language.ts'
import { fieldAt } from './fields.ts'
import { beneficiaryCount, nextAt, revalidatedAt } from './next.ts'
import { type FormState, factsOf, put, type Source } from './state.ts'
import { words } from './value.ts'

const isOpen = ({ status }: FormState): boolean => status === 'asking' || status === 'paused'

/**
 * A field that somebody fills in for the customer, read as the customer's own answer would be. The open question stays, or is
 * the next one if this was it. A form that is closed, or a path that it does not have, is a problem too.
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
    return {
      problem: words(
        'This field cannot be filled in here.',
        'Kino tekisobola kujjuzibwa wano.',
        'Sehemu hii haiwezi kujazwa hapa.',
      ),
    }
  }
  const now = new Date(source.at)
  const read = field.read(text, factsOf(state, now, 'en'))
  if (read.problem !== undefined) return { problem: read.problem }
  const filled = put(state, path, read.value, source)
  const facts = factsOf(filled, now, 'en')
  const wasOpen = state.at.step === 'field' && state.at.path === path
  const at = wasOpen ? nextAt(filled, facts) : revalidatedAt(filled, facts)
  return { state: { ...filled, at, misses: wasOpen ? 0 : state.misses, changed_at: source.at } }
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
