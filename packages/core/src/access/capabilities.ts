import * as z from 'zod'
import { type PolicyName, policies, roles } from './policies.ts'
import { repliesTake } from '../settings/constants.ts'
import { Area } from '../areas.ts'
import { declare } from '../call.ts'

/** Up to a week. */
const waitMinutes = z.int().min(1, 'must be at least 1 minute').max(10_080, 'must be at most 10,080 minutes')

/** The wait, in minutes, from which it is shown as long, and as too long. */
export const WaitMarks = z
  .object({ long: waitMinutes, too_long: waitMinutes })
  .refine(({ long, too_long }) => long < too_long, {
    path: ['too_long'],
    message: 'must be more than long: a wait is long before it is too long',
  })

/** The server's capabilities, and the caller's permissions. */
export const Capabilities = z.object({
  areas: z.array(Area),
  /** IANA; figures are counted in days of this zone. */
  time_zone: z.string(),
  /** The caller's role. */
  role: z.enum(roles),
  /** The policies that the caller meets, for other people's rows too: the actions that a screen offers. */
  may: z.array(z.enum(Object.keys(policies) as [PolicyName, ...PolicyName[]])),
  /**
   * The caller's own key: 32 bytes, base64url. Their browser uses it to encrypt the text that it stores. It is the same at every
   * sign-in, as long as AUTH_SECRET is the same. Keep it in memory only.
   */
  sealing_key: z.string(),
  /** Whether assist is configured. */
  assist: z.boolean(),
  /** The conversations that a reply assigns to its writer. */
  replies_take: z.enum(repliesTake),
  wait_marks: WaitMarks,
})

export const capabilityCalls = declare({
  capabilities: {
    method: 'GET',
    path: '/capabilities',
    summary:
      'The areas that this server stores and shares, the time zone of its figures, and what the caller may do',
    policy: 'own-account',
    withoutSecondFactor: true,
    reply: Capabilities,
  },
})
