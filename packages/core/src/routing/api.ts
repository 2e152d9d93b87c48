import * as z from 'zod'
import { intentNames } from '../intent/constants.ts'
import { offerModes, routingLimits } from './constants.ts'
import { declare } from '../call.ts'
import { AgentId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

const word = typedText(routingLimits.word).min(1, 'must not be empty')

/** The rule for one intent. */
export const RoutingRule = z.object({
  intent: z.enum(intentNames),
  /** The department whose agents get it, in any case; null: any. */
  department: word.nullable(),
  /** The skill that they need; null: none. */
  skill: word.nullable(),
  /** The bot hands it over at once. */
  at_once: z.boolean(),
})
export type RoutingRule = z.output<typeof RoutingRule>

export const Routing = z.object({
  offers: z.enum(offerModes),
  /** At most one for each intent. */
  rules: z
    .array(RoutingRule)
    .max(intentNames.length)
    .refine(rules => new Set(rules.map(({ intent }) => intent)).size === rules.length, {
      message: 'must name each intent once',
    }),
})
export type Routing = z.output<typeof Routing>

export const KeptRouting = z.object({
  routing: Routing,
  version: z.int(),
  /** Null: still the default. */
  updated_at: Time.nullable(),
  updated_by: z.object({ id: AgentId, name: z.string() }).nullable(),
})
export type KeptRouting = z.output<typeof KeptRouting>

export const routingCalls = declare({
  routing: {
    method: 'GET',
    path: '/bot/routing',
    summary: 'Who is offered what waits in the queue',
    policy: 'desk',
    reply: KeptRouting,
  },
  changeRouting: {
    method: 'PUT',
    path: '/bot/routing',
    summary: 'Decide who is offered what waits in the queue',
    policy: 'bot',
    body: z.object({ version: z.int(), routing: Routing }),
    reply: KeptRouting,
    problems: ['routing.changed'],
  },
})
