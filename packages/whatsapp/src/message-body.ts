import { maxTextLength } from '@parley/core/messages/constants'
import { maxCaptionLength } from '@parley/core/messages/rules'
import { z } from 'zod'

/** An uploaded file, or one that Meta fetches; exactly one of the two. */
const source = { id: z.string().min(1).optional(), link: z.url({ protocol: /^https?$/ }).optional() }
const hasOneSource = (file: { id?: string | undefined; link?: string | undefined }): boolean =>
  (file.id === undefined) !== (file.link === undefined)
const oneSource = 'It needs an id or a link, and not both.'
const captioned = z.looseObject({ ...source, caption: z.string().max(maxCaptionLength).optional() })
const media = captioned.refine(hasOneSource, oneSource)
const documentFile = captioned
  .extend({ filename: z.string().max(240).optional() })
  .refine(hasOneSource, oneSource)
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
  z.looseObject({
    type: z.literal('location_request_message'),
    body: z.looseObject({ text: z.string().min(1).max(1024) }),
    action: z.looseObject({ name: z.literal('send_location') }),
  }),
  z.looseObject({
    type: z.literal('cta_url'),
    ...decoration,
    body: z.looseObject({ text: z.string().min(1).max(1024) }),
    action: z.looseObject({
      name: z.literal('cta_url'),
      parameters: z.looseObject({
        display_text: z.string().min(1).max(20),
        url: z.url({ protocol: /^https?$/ }),
      }),
    }),
  }),
])

/** Degrees of WGS 84; libraries write them as numbers or as text. */
const degrees = (most: number) => z.coerce.number().min(-most).max(most)
const location = z.looseObject({
  latitude: degrees(90),
  longitude: degrees(180),
  name: z.string().max(1000).optional(),
  address: z.string().max(1000).optional(),
})
const contact = z.looseObject({
  name: z.looseObject({ formatted_name: z.string().min(1) }),
  phones: z.array(z.looseObject({ phone: z.string().optional() })).optional(),
})

const parameter = z.looseObject({
  type: z.string(),
  text: z.string().min(1).optional(),
  parameter_name: z.string().optional(),
  coupon_code: z.string().min(1).optional(),
  image: media.optional(),
  video: media.optional(),
  document: documentFile.optional(),
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

/** The messages that Parley sends and the simulator shows, with Meta's limits. Unknown keys are accepted, as Meta does. */
export const messageBodySchema = z.discriminatedUnion('type', [
  z.looseObject({
    ...common,
    type: z.literal('text'),
    text: z.looseObject({ body: z.string().min(1).max(maxTextLength) }),
  }),
  z.looseObject({ ...common, type: z.literal('image'), image: media }),
  z.looseObject({ ...common, type: z.literal('video'), video: media }),
  z.looseObject({
    ...common,
    type: z.literal('audio'),
    audio: z.looseObject({ ...source, voice: z.boolean().optional() }).refine(hasOneSource, oneSource),
  }),
  z.looseObject({
    ...common,
    type: z.literal('sticker'),
    sticker: z.looseObject(source).refine(hasOneSource, oneSource),
  }),
  z.looseObject({ ...common, type: z.literal('location'), location }),
  z.looseObject({ ...common, type: z.literal('contacts'), contacts: z.array(contact).min(1).max(257) }),
  z.looseObject({
    ...common,
    type: z.literal('document'),
    document: documentFile,
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

/** Marks a customer's message and all before it as read; `typing_indicator` shows that a reply is being written. */
export const readReceiptSchema = z.looseObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.looseObject({ type: z.literal('text') }).optional(),
})
