import * as z from 'zod'
import { type PolicyName, policies, roles } from './policies.ts'
import { repliesTake } from '../settings/constants.ts'
import { Area } from '../areas.ts'
import { declare } from '../call.ts'

/** Up to a week. */
const waitMinutes = z.int().min(1, 'must be at least 1 minute').max(10_080, 'must be at most 10,080 minutes')

/** From when on a wait is drawn as long, and as too long, in minutes. */
export const WaitMarks = z
  .object({ long: waitMinutes, too_long: waitMinutes })
  .refine(({ long, too_long }) => long < too_long, {
    path: ['too_long'],
    message: 'must be more than long: a wait is long before it is too long',
  })

/** What a server says of itself, and of what the caller may do. */
export const Capabilities = z.object({
  areas: z.array(Area),
  /** IANA; figures are counted in days of this zone. */
  time_zone: z.string(),
  /** Of the caller. */
  role: z.enum(roles),
  /** The rules that the caller meets, for rows of others too: what a screen offers. */
  may: z.array(z.enum(Object.keys(policies) as [PolicyName, ...PolicyName[]])),
  /**
   * The caller's own: 32 bytes, base64url, under which their browser seals what it keeps of their words. The same at
   * every sign-in, as long as AUTH_SECRET is the same. To be held in memory alone.
   */
  sealing_key: z.string(),
  /** Whether assist is configured, so that its calls do anything. */
  assist: z.boolean(),
  /** Which conversations a reply makes its writer's. */
  replies_take: z.enum(repliesTake),
  /** From so many minutes on a wait is drawn as long, and as too long. */
  wait_marks: WaitMarks,
})

export const capabilityCalls = declare({
  capabilities: {
    method: 'GET',
    path: '/capabilities',
    summary:
      'The areas that this server stores and shares, the time zone of its figures, and what the caller may do',
    access: 'session',
    policy: 'own-account',
    withoutSecondFactor: true,
    reply: Capabilities,
    problems: [],
  },
})
