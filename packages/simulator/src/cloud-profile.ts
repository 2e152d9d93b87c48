import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { calledNumber } from './cloud-access.ts'
import { GraphRefusal } from './refusals.ts'
import type { World } from './world.ts'

const Profile = z.object({
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(512).optional(),
  email: z.string().max(128).optional(),
  websites: z.array(z.string().max(256)).max(2).optional(),
  vertical: z.string().max(64).optional(),
})
const ProfileChange = Profile.extend({ messaging_product: z.literal('whatsapp') })

type Call = { Params: { number: string } }

/** GET and POST /{version}/{phone number id}/whatsapp_business_profile: what customers see of a number. */
export function businessProfile(app: FastifyInstance, { numbers }: World): void {
  const profiles = new Map<string, z.output<typeof Profile>>()
  const path = '/:number/whatsapp_business_profile'
  app.get<Call>(path, async request => {
    request.wireName = 'business profile'
    const { id } = calledNumber(request, numbers)
    return { data: [{ ...profiles.get(id), messaging_product: 'whatsapp' }] }
  })
  app.post<Call>(path, async request => {
    request.wireName = 'business profile change'
    const { id } = calledNumber(request, numbers)
    const asked = ProfileChange.safeParse(request.body)
    if (!asked.success) {
      const [issue] = asked.error.issues
      throw new GraphRefusal(400, 100, 'Invalid parameter', `${issue?.path.join('.')}: ${issue?.message}`)
    }
    const { messaging_product: _, ...change } = asked.data
    profiles.set(id, { ...profiles.get(id), ...change })
    return { success: true }
  })
}
