import type { FastifyInstance } from 'fastify'
import { isTokenOf, unknownObject } from './cloud-access.ts'
import type { World } from './world.ts'

/** GET /{version}/{number}: a business number itself, as its owner sees it. */
export function numberLookup(app: FastifyInstance, { numbers }: World): void {
  for (const number of numbers.all) {
    app.get(`/${encodeURIComponent(number.id)}`, async request => {
      request.wireName = 'number lookup'
      if (!isTokenOf(request, number)) throw unknownObject(number.id)
      const { id, name, displayPhoneNumber, quality, status, account } = number
      const why = {
        error_code: 141010,
        error_description: 'The account is restricted for a breach of policy.',
        possible_solution: 'Ask for a review in the Business Support Home.',
      }
      return {
        verified_name: name,
        display_phone_number: displayPhoneNumber,
        quality_rating: quality,
        status,
        health_status: {
          can_send_message: account.sending,
          entities: [
            { entity_type: 'PHONE_NUMBER', id, can_send_message: 'AVAILABLE' },
            {
              entity_type: 'WABA',
              id: account.id,
              can_send_message: account.sending,
              ...(account.sending !== 'AVAILABLE' && { errors: [why] }),
            },
          ],
        },
        id,
      }
    })
  }
}
