import { hasTerms, marked, readFinding } from '@parley/core/search/finding'
import { MessageHit, NoteHit, PersonHit } from '@parley/core/search/api'
import type * as z from 'zod'
import { page } from 'vitest/browser'
import type { FakeApi } from './fake-api.ts'
import { sampleOf, sampleTime } from './sample-of.ts'

/** A text that can be found, and the fields of its hit. */
type Held<H extends z.ZodType> = Partial<z.input<H>> & { readonly text: string }

/** What the server can find. A test may add to the lists later. */
export interface Searchable {
  readonly messages?: readonly Held<typeof MessageHit>[]
  readonly notes?: readonly Held<typeof NoteHit>[]
  readonly people?: readonly Held<typeof PersonHit>[]
}

const ofCustomer = { conversation_id: '7', customer_name: 'Nakato Prossy', phone_number: '+256700000001' }

/** The server finds these texts by their words, in the order given, and marks the words. */
export function serveSearch(api: FakeApi, { messages = [], notes = [], people = [] }: Searchable): void {
  api.answer('search', ({ query: { q, kinds, from, written_by: writer } }) => {
    const terms = readFinding(q)?.terms ?? []
    const isFound = ({ text, at = sampleTime }: { readonly text: string; readonly at?: string }) =>
      hasTerms(text, terms) && (from === undefined || at >= from)
    const inKinds = (kind: 'messages' | 'notes' | 'people') => kinds === undefined || kinds.includes(kind)
    const said = messages.filter(one => isFound(one) && (writer ?? 'CUSTOMER') === (one.source ?? 'CUSTOMER'))
    const written = notes.filter(isFound)
    const named = people.filter(isFound)
    const excerpt = (text: string) => marked(text, terms)
    return {
      messages: inKinds('messages')
        ? {
            hits: said.map(({ text, ...hit }) => ({
              ...sampleOf(MessageHit),
              ...ofCustomer,
              excerpt: excerpt(text),
              ...hit,
            })),
            count: said.length,
            more: false,
            conversations: said.length === 0 ? 0 : 1,
            next: null,
          }
        : null,
      notes: inKinds('notes')
        ? {
            hits: written.map(({ text, ...hit }) => ({
              ...sampleOf(NoteHit),
              ...ofCustomer,
              on: 'conversation' as const,
              excerpt: excerpt(text),
              ...hit,
            })),
            count: written.length,
            more: false,
          }
        : null,
      people: inKinds('people')
        ? {
            hits: named.map(({ text, ...hit }) => ({
              ...sampleOf(PersonHit),
              ...ofCustomer,
              phone: excerpt(text),
              ...hit,
            })),
            count: named.length,
            more: false,
          }
        : null,
    }
  })
}

export const searchField = () => page.getByRole('searchbox', { name: 'Search everything' })
export const hits = () => page.getByRole('list', { name: 'Messages' }).getByRole('link')
