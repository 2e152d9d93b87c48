import { textOf } from '@parley/core/api/text'
import { maxTextLength } from '@parley/core/words/messages'
import * as z from 'zod'

/** Of one call. */
const mostEvents = 100
const name = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')
const at = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-03-02T08:15:30Z' })

const Message = z
  .strictObject({
    kind: z.literal('message'),
    /** The channel's own. */
    id: name,
    /** By what the channel knows the customer. */
    from: name,
    name: z.string().max(200, 'must have at most 200 characters').nullish(),
    at: at.nullish(),
    text: textOf(maxTextLength).nullish(),
    file: z
      .strictObject({ id: name, name: name.nullish(), mime_type: name, size: z.int().min(0).nullish() })
      .nullish(),
    /** The id of the message that it answers. */
    quotes: name.nullish(),
  })
  .refine(({ text, file }) => (text ?? '').trim() !== '' || file != null, {
    path: ['text'],
    error: 'is missing: a message has text, a file, or both',
  })

const Status = z.strictObject({
  kind: z.literal('status'),
  /** Of a message of ours, as the bridge answered it. */
  id: name,
  status: z.enum(['delivered', 'read', 'failed']),
  at: at.nullish(),
  /** A sentence for the agent. */
  reason: z.string().max(500, 'must have at most 500 characters').nullish(),
})

/** What a bridge tells, in the order in which it happened. */
export const BridgeEvents = z.strictObject({
  events: z
    .array(z.discriminatedUnion('kind', [Message, Status]))
    .min(1, 'must hold one event at least')
    .max(mostEvents, `must hold at most ${mostEvents} events`),
})

export type BridgeEvent = z.output<typeof BridgeEvents>['events'][number]
export type BridgeMessage = z.output<typeof Message>
export type BridgeStatus = z.output<typeof Status>
