import { z } from 'zod'

/** The body of every refusal of the Graph API. Decide on code and details; the message is text for people. */
export const graphErrorSchema = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(''),
    code: z.number(),
    error_data: z
      .looseObject({ details: z.string().catch('') })
      .nullish()
      .catch(null),
  }),
})

/** Code and details of a refusal; null if the body is not Graph's (a proxy's page, an empty body). */
export function readGraphError(body: unknown): { code: number; details: string } | null {
  const parsed = graphErrorSchema.safeParse(body)
  if (!parsed.success) return null
  const { code, message, error_data } = parsed.data.error
  return { code, details: error_data?.details || message }
}
