import * as z from 'zod'
import { lengthOf, tooLong } from './length.ts'

const limited = (text: z.ZodString, most: number) =>
  text
    .max(2 * most, tooLong(most))
    .refine(words => lengthOf(words) <= most, tooLong(most))
    .meta({ maxLength: most })

/** A text of at most `most` characters, as WhatsApp counts them. */
export const textOf = (most: number) => limited(z.string(), most)

/** Text typed into a field, trimmed: at most `most` characters, as WhatsApp counts them. */
export const typedText = (most: number) => limited(z.string().trim(), most)
