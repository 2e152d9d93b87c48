import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** GET /{version}/{number}: the business number itself, as its owner sees it. */
export function numberLookup(app: FastifyInstance, { options, standing }: World): void {
  app.get(`/${encodeURIComponent(options.phoneNumberId)}`, async request => {
    request.wireName = 'number lookup'
    const { quality, status, sending } = standing
    const why = {
      error_code: 141010,
      error_description: 'The account is restricted for a breach of policy.',
      possible_solution: 'Ask for a review in the Business Support Home.',
    }
    return {
      verified_name: 'Simulated business',
      display_phone_number: options.displayPhoneNumber ?? '256200000000',
      quality_rating: quality,
      status,
      health_status: {
        can_send_message: sending,
        entities: [
          { entity_type: 'PHONE_NUMBER', id: options.phoneNumberId, can_send_message: 'AVAILABLE' },
          {
            entity_type: 'WABA',
            id: options.businessAccountId,
            can_send_message: sending,
            ...(sending !== 'AVAILABLE' && { errors: [why] }),
          },
        ],
      },
      id: options.phoneNumberId,
    }
  })
}
