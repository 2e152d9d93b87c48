import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { BusinessNumber } from './business.ts'
import { businessOf, parse } from './control-input.ts'
import { qualities, sendings, standings } from './standing.ts'
import { numberView } from './views.ts'
import type { World } from './world.ts'

const asked = z.object({ phone_number_id: z.string().optional() })
const change = asked.extend({
  quality: z.enum(qualities, { error: `The quality is one of ${qualities.join(', ')}.` }).optional(),
  status: z.enum(standings, { error: `The status is one of ${standings.join(', ')}.` }).optional(),
  sending: z.enum(sendings, { error: `Sending is one of ${sendings.join(', ')}.` }).optional(),
})
type Change = Omit<z.infer<typeof change>, 'phone_number_id'>

/** What Meta does with a number: judges it, restricts its account, and tells so. */
export function numberControl(app: FastifyInstance, { numbers, sender, live, now }: World): void {
  app.get('/numbers', async () => numbers.all.map(numberView))

  app.get('/number', async ({ query }) => {
    return numberView(businessOf(numbers, parse(asked, query).phone_number_id, 'phone_number_id'))
  })

  app.post('/number', async ({ body }) => {
    const { phone_number_id: id, ...changed } = parse(change, body)
    const number = businessOf(numbers, id, 'phone_number_id')
    const events = eventsOf(number, changed)
    number.quality = changed.quality ?? number.quality
    number.status = changed.status ?? number.status
    number.account.sending = changed.sending ?? number.account.sending
    for (const one of numbers.all) {
      if (one.account === number.account) live.publish('number', numberView(one))
    }
    for (const event of events) {
      const entry = { id: number.account.id, time: seconds(now()), changes: [event] }
      void sender.send('number', `webhook ${event.field}`, {
        object: 'whatsapp_business_account',
        entry: [entry],
      })
    }
    return numberView(number)
  })
}

function eventsOf(
  { displayPhoneNumber, quality }: BusinessNumber,
  changed: Change,
): readonly { field: string; value: object }[] {
  const about = { display_phone_number: displayPhoneNumber }
  const isWorse = (changed.quality ?? quality) !== 'GREEN' || changed.status === 'FLAGGED'
  return [
    ...(changed.quality !== undefined || changed.status !== undefined
      ? [
          {
            field: 'phone_number_quality_update',
            value: { ...about, event: isWorse ? 'FLAGGED' : 'UNFLAGGED', current_limit: 'TIER_1K' },
          },
        ]
      : []),
    ...(changed.sending === undefined
      ? []
      : [
          {
            field: 'account_update',
            value:
              changed.sending === 'AVAILABLE'
                ? { event: 'VERIFIED_ACCOUNT' }
                : {
                    event: 'ACCOUNT_RESTRICTION',
                    restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
                  },
          },
        ]),
  ]
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
