import * as z from 'zod'

/* A question to a customer, answered by a press. `ask-rules.ts` has WhatsApp's limits; the limits here only reject nonsense. */

const title = z.string().max(200)

/** Up to three buttons, a list that opens at a press, or a request for the customer's location. */
export const Ask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('buttons'), buttons: z.array(title).max(20).readonly() }),
  z.object({
    kind: z.literal('list'),
    /** The label of the button that opens it. */
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
