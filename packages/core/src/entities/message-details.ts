import type { MessageDetails } from '../api/message-details.ts'

type PartOf<Name extends keyof MessageDetails> = NonNullable<MessageDetails[Name]>

/** What a message says beyond its words, as the console holds it. */
export type DetailsEntity = Readonly<MessageDetails>
export type LocationEntity = Readonly<PartOf<'location'>>
export type ContactEntity = Readonly<PartOf<'contacts'>[number]>
export type ChoiceEntity = Readonly<PartOf<'choice'>>
export type FormEntity = Readonly<PartOf<'form'>>
export type OrderEntity = Readonly<PartOf<'order'>>
export type ProductEntity = Readonly<PartOf<'product'>>
export type ReferralEntity = Readonly<PartOf<'referral'>>
export type UnsupportedEntity = Readonly<PartOf<'unsupported'>>
export type MissingEntity = Readonly<PartOf<'missing'>>
export type UnknownEntity = Readonly<PartOf<'unknown'>>
export type CallEntity = Readonly<PartOf<'call'>>
export type TemplateSentEntity = Readonly<PartOf<'template'>>
export type AskEntity = Readonly<PartOf<'ask'>>
export type SnoozeEntity = Readonly<PartOf<'snooze'>>
export type NoticeEntity = Readonly<PartOf<'notice'>>
