import * as z from 'zod'

/** The step of a write or a send: its page and its number there, since steps arrive in any order. */
export const DraftStepFields = z.object({
  page_id: z.string().min(1).max(100),
  write_no: z.int().min(1),
  /** The version on which it is based; 0: none. */
  version: z.int().min(0),
})
