import { z } from 'zod'
import { captionLimit, textLimit } from './limits.ts'

const media = z.looseObject({ id: z.string().min(1), caption: z.string().max(captionLimit).optional() })
const choice = z.looseObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) })
const row = z.looseObject({
  id: z.string().min(1).max(200),
  title: z.string().min(1).max(24),
  description: z.string().max(72).optional(),
})
const decoration = {
  header: z.looseObject({ type: z.string(), text: z.string().max(60).optional() }).optional(),
  footer: z.looseObject({ text: z.string().max(60) }).optional(),
}
const interactive = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('button'),
    ...decoration,
    body: z.looseObject({ text: z.string().min(1).max(1024) }),
    action: z.looseObject({
      buttons: z
        .array(z.looseObject({ type: z.literal('reply'), reply: choice }))
        .min(1)
        .max(3),
    }),
  }),
  z.looseObject({
    type: z.literal('list'),
    ...decoration,
    body: z.looseObject({ text: z.string().min(1).max(4096) }),
    action: z.looseObject({
      button: z.string().min(1).max(20),
      sections: z
        .array(z.looseObject({ title: z.string().max(24).optional(), rows: z.array(row).min(1) }))
        .min(1)
        .max(10),
    }),
  }),
])

const parameter = z.looseObject({
  type: z.string(),
  text: z.string().min(1).optional(),
  parameter_name: z.string().optional(),
  coupon_code: z.string().min(1).optional(),
  image: media.optional(),
  video: media.optional(),
  document: media.extend({ filename: z.string().max(240).optional() }).optional(),
})
const template = z.looseObject({
  name: z.string().min(1).max(512),
  language: z.looseObject({ code: z.string().min(1) }),
  components: z
    .array(
      z.looseObject({
        type: z.enum(['header', 'body', 'button']),
        sub_type: z.string().optional(),
        index: z.coerce.number().int().min(0).max(9).optional(),
        parameters: z.array(parameter).default([]),
      }),
    )
    .default([]),
})

const common = {
  messaging_product: z.literal('whatsapp'),
  to: z.string().optional(),
  recipient: z.string().optional(),
  context: z.looseObject({ message_id: z.string() }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
}

/** The messages that Parley sends and the simulator shows, with Meta's limits. Unknown keys are left alone, as Meta does. */
export const messageBodySchema = z.discriminatedUnion('type', [
  z.looseObject({
    ...common,
    type: z.literal('text'),
    text: z.looseObject({ body: z.string().min(1).max(textLimit) }),
  }),
  z.looseObject({ ...common, type: z.literal('image'), image: media }),
  z.looseObject({ ...common, type: z.literal('video'), video: media }),
  z.looseObject({ ...common, type: z.literal('audio'), audio: z.looseObject({ id: z.string().min(1) }) }),
  z.looseObject({
    ...common,
    type: z.literal('document'),
    document: media.extend({ filename: z.string().max(240).optional() }),
  }),
  z.looseObject({ ...common, type: z.literal('interactive'), interactive }),
  z.looseObject({ ...common, type: z.literal('template'), template }),
  z.looseObject({
    ...common,
    type: z.literal('reaction'),
    reaction: z.looseObject({ message_id: z.string().min(1), emoji: z.string() }),
  }),
])
export type MessageBody = z.infer<typeof messageBodySchema>

/** Marks a customer's message and all before it as read; `typing_indicator` shows that an answer is being written. */
export const readReceiptSchema = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.looseObject({ type: z.literal('text') }).optional(),
})
