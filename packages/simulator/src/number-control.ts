import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parse } from './control-input.ts'
import { qualities, sendings, standings } from './standing.ts'
import type { World } from './world.ts'

const change = z.object({
  quality: z.enum(qualities, { error: `The quality is one of ${qualities.join(', ')}.` }).optional(),
  status: z.enum(standings, { error: `The status is one of ${standings.join(', ')}.` }).optional(),
  sending: z.enum(sendings, { error: `Sending is one of ${sendings.join(', ')}.` }).optional(),
})

/** What Meta does with a number: judges it, restricts it, and tells so. */
export function numberControl(app: FastifyInstance, world: World): void {
  const { standing, sender, live } = world
  app.get('/number', async () => standing)
  app.post('/number', async ({ body }) => {
    const asked = parse(change, body)
    const events = eventsOf(world, asked)
    Object.assign(
      standing,
      Object.fromEntries(Object.entries(asked).filter(([, word]) => word !== undefined)),
    )
    live.publish('number', standing)
    for (const event of events) {
      const entry = { id: world.options.businessAccountId, time: seconds(world.now()), changes: [event] }
      void sender.send('number', `webhook ${event.field}`, {
        object: 'whatsapp_business_account',
        entry: [entry],
      })
    }
    return standing
  })
}

function eventsOf(
  { standing, options }: World,
  asked: z.infer<typeof change>,
): readonly { field: string; value: object }[] {
  const about = { display_phone_number: options.displayPhoneNumber ?? '256200000000' }
  const isWorse = (asked.quality ?? standing.quality) !== 'GREEN' || asked.status === 'FLAGGED'
  return [
    ...(asked.quality !== undefined || asked.status !== undefined
      ? [
          {
            field: 'phone_number_quality_update',
            value: { ...about, event: isWorse ? 'FLAGGED' : 'UNFLAGGED', current_limit: 'TIER_1K' },
          },
        ]
      : []),
    ...(asked.sending === undefined
      ? []
      : [
          {
            field: 'account_update',
            value:
              asked.sending === 'AVAILABLE'
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
