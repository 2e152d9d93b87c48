import * as z from 'zod'

/** What a write of a draft, or a send, says of its page: which one it is, and which of its steps, since they come in any order. */
export const DraftStepFields = z.object({
  page_id: z.string().min(1).max(100),
  write_no: z.int().min(1),
  /** The version that it is based on; 0: it knows of none. */
  version: z.int().min(0),
})
