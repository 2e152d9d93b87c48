import * as z from 'zod'

/*
 * What a message asks of a customer, who answers at a press. How much of it WhatsApp takes is said by rules/ask.ts; the
 * figures here only keep nonsense out.
 */

const title = z.string().max(200)

/** Up to three buttons, a list that opens at a press, or the customer's whereabouts. */
export const Ask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('buttons'), buttons: z.array(title).max(20).readonly() }),
  z.object({
    kind: z.literal('list'),
    /** What the customer presses to open it. */
    button: title,
    rows: z
      .array(z.object({ title, description: title.nullable() }))
      .max(50)
      .readonly(),
  }),
  z.object({ kind: z.literal('location') }),
])
export type Ask = z.output<typeof Ask>

/** A card for the customer's address book. */
export const SentCard = z.object({
  name: title,
  organisation: title.nullable(),
  /** With its country code. */
  number: title,
  email: title.nullable(),
})
export type SentCard = z.output<typeof SentCard>
