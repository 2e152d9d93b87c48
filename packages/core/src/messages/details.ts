import { t } from '../text/translate.ts'
import * as z from 'zod'
import { snoozeEnds } from '../conversations/constants.ts'
import { Ask } from './asks.ts'
import { orElse, type Plain } from '../call.ts'
import { revokedType } from './constants.ts'

/** The label of a message without visible text, by its type. */
export const typeLabels: ReadonlyMap<string, string> = new Map([
  ['image', t('Photo')],
  ['video', t('Video')],
  ['audio', t('Voice message')],
  ['document', t('Document')],
  ['sticker', t('Sticker')],
  [revokedType, t('Deleted by the customer')],
  ['location', t('Location')],
  ['contacts', t('Contact')],
  ['order', t('Order')],
  ['call', t('Call')],
  ['template', t('Template')],
  ['button', t('Answer')],
  ['interactive', t('Answer')],
])

const text = z.string().nullable()
const labelled = z.array(z.object({ text: z.string(), label: text })).readonly()

/** A place: degrees of WGS 84. `coordinates`: the raw value, if it is not numeric. */
const LocationDetails = z.object({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  coordinates: text,
  name: text,
  address: text,
  url: text,
})

/** A contact card. `wa_id`: the number at WhatsApp, in digits. */
export const ContactDetails = z.object({
  name: text,
  full_name: text,
  phones: z.array(z.object({ number: z.string(), label: text, wa_id: text })).readonly(),
  emails: labelled,
  addresses: labelled,
  urls: labelled,
  organisation: text,
  birthday: text,
})

/** A chosen button or list row; `permission`: the customer's answer on whether we may call. */
export const ChoiceDetails = z.object({
  kind: orElse(z.enum(['button', 'list', 'permission']), 'button'),
  title: z.string(),
  description: text,
  id: text,
})

/** A completed form, with its answers unchanged. `raw`: the raw value, if it is not a set of answers. */
export const FormDetails = z.object({
  name: text,
  body: text,
  answers: z.record(z.string(), z.unknown()).nullable(),
  raw: text,
  reference: text,
})

/** An amount is text if it came as text. */
const amount = z.union([z.number(), z.string()]).nullable()

const OrderDetails = z.object({
  catalogue: text,
  text,
  items: z
    .array(z.object({ product: z.string(), quantity: amount, price: amount, currency: text }))
    .readonly(),
})

/** The catalogue product that a message asks about. */
const ProductDetails = z.object({ product: text, catalogue: text })

/** The advertisement or post that led the customer here. Its media files are not fetched. */
const ReferralDetails = z.object({
  source: text,
  source_id: text,
  headline: text,
  body: text,
  url: text,
  media_kind: text,
  media_url: text,
  click_id: text,
  welcome: text,
})

/** Content that the channel did not deliver, in the channel's own words. */
export const UnsupportedDetails = z.object({
  kind: text,
  code: z.number().nullable(),
  title: text,
  details: text,
})

/** A part that is missing. */
export const MissingDetails = z.object({
  what: orElse(z.enum(['image', 'document', 'audio', 'video', 'sticker', 'text']), 'text'),
  filename: text,
})

/** A message of a type unknown to Parley: its raw JSON, possibly cut. */
const UnknownDetails = z.object({ type: orElse(z.string(), ''), raw: z.string(), cut: z.boolean() })

/** The channel's report on the customer. */
export const NoticeDetails = z.object({
  kind: orElse(z.enum(['number-changed', 'id-changed', 'identity-changed', 'other']), 'other'),
  from: text,
  to: text,
  said: text,
})

/** A call from the customer. `taken`: a person spoke with them, for this many seconds; `missed`: it ended unanswered. */
export const CallDetails = z.object({
  state: orElse(z.enum(['ringing', 'missed', 'taken']), 'missed'),
  seconds: z.number().nullable(),
})

/** Whether the customer wants marketing messages, from now on. */
const PreferenceDetails = z.object({ marketing: z.boolean(), said: text })

/** A sent template; the customer's phone shows the text that WhatsApp made of it. */
const TemplateDetails = z.object({
  name: z.string(),
  language: z.string(),
  /** WhatsApp's category, which decides the price. */
  category: z.string(),
  /** The values of its variables, by place: "body.1", "header.claim_number", "button.0". */
  values: z.record(z.string(), z.string()),
  header: text,
  body: z.string(),
  footer: text,
  buttons: z
    .array(z.object({ kind: z.enum(['reply', 'url', 'phone', 'code']), text: z.string(), value: text }))
    .readonly(),
})

/** A recording that was sent as a voice note. */
const VoiceDetails = z.object({ seconds: orElse(z.number(), 0) })

/** The end of a snooze: until when, by whom, and who ended it; never the reason. */
const SnoozeDetails = z.object({
  until: z.string(),
  by: text,
  end: z.enum(snoozeEnds),
  ended_by: text,
})

/** An agent decided that the customer's messages need no reply, or that they do after all. */
const NoReplyDetails = z.object({ by: text, needed: z.boolean() })

/** The parts that contain all of a message's text: the console shows them in its place. */
export const partsInPlaceOfText = {
  location: LocationDetails.optional(),
  contacts: z.array(ContactDetails).readonly().optional(),
  choice: ChoiceDetails.optional(),
  form: FormDetails.optional(),
  order: OrderDetails.optional(),
  call: CallDetails.optional(),
  template: TemplateDetails.optional(),
}

/** The structured parts of a message; absent parts are left out. */
export const MessageDetails = z.object({
  ...partsInPlaceOfText,
  product: ProductDetails.optional(),
  referral: ReferralDetails.optional(),
  unsupported: UnsupportedDetails.optional(),
  missing: MissingDetails.optional(),
  unknown: UnknownDetails.optional(),
  notice: NoticeDetails.optional(),
  preference: PreferenceDetails.optional(),
  voice: VoiceDetails.optional(),
  snooze: SnoozeDetails.optional(),
  no_reply: NoReplyDetails.optional(),
  /** The question to the customer. */
  ask: Ask.optional(),
})
export type MessageDetails = z.output<typeof MessageDetails>

/** The same as the console caches it and as the webhook's reader makes it, and its parts. */
export type DetailsEntity = Plain<MessageDetails>
type PartOf<Name extends keyof DetailsEntity> = NonNullable<DetailsEntity[Name]>
export type LocationEntity = PartOf<'location'>
export type ContactEntity = PartOf<'contacts'>[number]
export type ChoiceEntity = PartOf<'choice'>
export type FormEntity = PartOf<'form'>
export type OrderEntity = PartOf<'order'>
export type ProductEntity = PartOf<'product'>
export type ReferralEntity = PartOf<'referral'>
export type UnsupportedEntity = PartOf<'unsupported'>
export type MissingEntity = PartOf<'missing'>
export type UnknownEntity = PartOf<'unknown'>
export type CallEntity = PartOf<'call'>
export type TemplateSentEntity = PartOf<'template'>
export type AskEntity = PartOf<'ask'>
export type SnoozeEntity = PartOf<'snooze'>
export type NoReplyEntity = PartOf<'no_reply'>
export type NoticeEntity = PartOf<'notice'>
