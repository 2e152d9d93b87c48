import * as z from 'zod'
import { lengthOf, tooLong } from '../words/length.ts'

/** A text of at most so many characters, as WhatsApp counts them. */
export const textOf = (most: number) =>
  z
    .string()
    .max(2 * most, tooLong(most))
    .refine(text => lengthOf(text) <= most, tooLong(most))
