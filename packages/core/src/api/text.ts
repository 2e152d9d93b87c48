import * as z from 'zod'
import { characters, lengthOf } from '../words/length.ts'

/** A text of at most so many characters, as WhatsApp counts them. */
export const textOf = (most: number) =>
  z
    .string()
    .max(2 * most, `must have at most ${characters(most)}`)
    .refine(text => lengthOf(text) <= most, `must have at most ${characters(most)}`)
