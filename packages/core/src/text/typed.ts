import * as z from 'zod'
import { lengthOf, tooLong } from './length.ts'

const limited = (text: z.ZodString, most: number) =>
  text
    .max(2 * most, tooLong(most))
    .refine(words => lengthOf(words) <= most, tooLong(most))
    .meta({ maxLength: most })

/** A text of at most so many characters, as WhatsApp counts them. */
export const textOf = (most: number) => limited(z.string(), most)

/** What a person types into a field, without the space around it: at most so many characters, as WhatsApp counts them. */
export const typedText = (most: number) => limited(z.string().trim(), most)
