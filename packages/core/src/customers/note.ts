import * as z from 'zod'
import { lengthOf, tooLong } from '../text/length.ts'
import { Colleague } from '../notes/api.ts'
import { noteLimits } from '../notes/constants.ts'
import { declare, type Plain } from '../call.ts'
import { ConversationId, PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** The team's note on a customer: one text, shown beside each of their conversations. */
export const CustomerNote = z.object({
  /** A conversation of the customer. */
  conversation_id: ConversationId,
  /** Empty: no note. After a merge it may be longer than the limit for edits. */
  text: z.string(),
  /** Rises with every edit; an edit names the version on which it is based. 0: never written. */
  version: z.int(),
  /** Its newest change; null: none. */
  changed: z.object({ at: Time, by: Colleague }).nullable(),
})
export type CustomerNote = z.output<typeof CustomerNote>
export type CustomerNoteEntity = Plain<CustomerNote>

const about = { 'params.id': 'conversation' } as const

/**
 * The problem of a note's new text; null: none. A merge of two customers may join their notes beyond the limit. So an edit that
 * does not lengthen such a note is accepted.
 */
export const customerNoteProblem = (text: string, before: string): string | null =>
  lengthOf(text) <= Math.max(noteLimits.onCustomer, lengthOf(before)) ? null : tooLong(noteLimits.onCustomer)

export const customerNoteCalls = declare({
  customerNote: {
    method: 'GET',
    path: '/conversations/:id/customer-note',
    summary: 'The note on a conversation’s customer, the same in all of their conversations',
    policy: 'desk',
    about,
    params: PathId,
    reply: CustomerNote,
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  changeCustomerNote: {
    method: 'PUT',
    path: '/conversations/:id/customer-note',
    summary: 'Write the note on a conversation’s customer anew; empty takes it away',
    policy: 'desk',
    about,
    params: PathId,
    body: z.object({
      version: z.int(),
      text: typedText(noteLimits.onMergedCustomer),
    }),
    reply: CustomerNote,
    problems: ['conversation.not-found', 'customer.erased', 'customer-note.changed'],
  },
})
