import { z } from 'zod'

const entry = z.object({
  phone_number_id: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, 'is not an id'),
  name: z.string().trim().min(1),
  access_token: z.string().trim().min(1).optional(),
  business_account_id: z.string().trim().min(1).optional(),
})
const schema = z
  .array(entry)
  .min(1)
  .refine(list => new Set(list.map(one => one.phone_number_id)).size === list.length, 'one id stands twice')

/** A number of the business as the setting WHATSAPP_NUMBERS lists it. */
export type ListedNumber = z.infer<typeof entry>

/**
 * The numbers of WHATSAPP_NUMBERS: a JSON array, or the path of a file that holds one. A problem never quotes what was
 * written, which may be a token.
 */
export function readNumberList(
  setting: string,
  readFile: (path: string) => string,
): readonly ListedNumber[] | { problem: string } {
  let text = setting
  if (!setting.trimStart().startsWith('[')) {
    try {
      text = readFile(setting)
    } catch {
      return { problem: 'is neither a JSON array nor a file that can be read' }
    }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON' }
  }
  const reading = schema.safeParse(json)
  if (reading.success) return reading.data
  const [issue] = reading.error.issues
  return { problem: [...(issue?.path ?? []).map(String), issue?.message].join(' ') }
}
