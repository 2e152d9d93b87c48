import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** GET /{version}/{number}: the business number itself, as its owner sees it. */
export function numberLookup(app: FastifyInstance, { options }: World): void {
  app.get(`/${encodeURIComponent(options.phoneNumberId)}`, async request => {
    request.wireName = 'number lookup'
    return {
      verified_name: 'Simulated business',
      display_phone_number: options.displayPhoneNumber ?? '256200000000',
      quality_rating: 'GREEN',
      id: options.phoneNumberId,
    }
  })
}
