/*
 * What a message says beyond its words, as Parley calls it. Everything is text or a number as the customer's application
 * gave it; nothing of it is ever fetched.
 */

/** A place. Degrees of WGS 84; `coordinates`: what stood there instead, where that is no number. */
export interface LocationDetails {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly coordinates: string | null
  readonly name: string | null
  readonly address: string | null
  readonly url: string | null
}

/** One of a card's phones, e-mail addresses, addresses or web pages; `label` as in HOME or WORK. */
export interface LabelledText {
  readonly text: string
  readonly label: string | null
}

/** A card of somebody's address book. */
export interface ContactDetails {
  readonly name: string | null
  /** All parts of the name, where that says more than `name`. */
  readonly full_name: string | null
  /** `wa_id`: the number at WhatsApp, in digits; null where it is not there. */
  readonly phones: readonly {
    readonly number: string
    readonly label: string | null
    readonly wa_id: string | null
  }[]
  readonly emails: readonly LabelledText[]
  readonly addresses: readonly LabelledText[]
  readonly urls: readonly LabelledText[]
  /** Title, department and company. */
  readonly organisation: string | null
  readonly birthday: string | null
}

/** A button or a row of a list that was chosen; `permission`: whether we may call. `id` is the asking system's own. */
export interface ChoiceDetails {
  readonly kind: 'button' | 'list' | 'permission'
  readonly title: string
  readonly description: string | null
  readonly id: string | null
}

/** A form that was filled in. `raw`: what came as answers, where that is not an object or too deep or long to take apart. */
export interface FormDetails {
  readonly name: string | null
  readonly body: string | null
  readonly answers: Readonly<Record<string, unknown>> | null
  readonly raw: string | null
  /** What the asking system called this form. */
  readonly reference: string | null
}

/** Amounts are text where they came as words. */
export interface OrderItem {
  readonly product: string
  readonly quantity: number | string | null
  readonly price: number | string | null
  readonly currency: string | null
}

export interface OrderDetails {
  readonly catalogue: string | null
  readonly text: string | null
  readonly items: readonly OrderItem[]
}

/** The product of a catalogue that a message asks about. */
export interface ProductDetails {
  readonly product: string | null
  readonly catalogue: string | null
}

/** The advertisement or post that led the customer here. */
export interface ReferralDetails {
  readonly source: string | null
  readonly source_id: string | null
  readonly headline: string | null
  readonly body: string | null
  readonly url: string | null
  readonly media_kind: string | null
  readonly media_url: string | null
  readonly click_id: string | null
  readonly welcome: string | null
}

/** What WhatsApp did not hand over, in its own words. */
export interface UnsupportedDetails {
  readonly kind: string | null
  readonly code: number | null
  readonly title: string | null
  readonly details: string | null
}

/** A part that should be there and is not. */
export interface MissingDetails {
  readonly what: 'image' | 'document' | 'audio' | 'video' | 'sticker' | 'text'
  readonly filename: string | null
}

/** Of a kind that nobody has taught us: what came, as JSON, perhaps cut. */
export interface UnknownDetails {
  readonly type: string
  readonly raw: string
  readonly cut: boolean
}

/** What WhatsApp says of the customer. */
export interface NoticeDetails {
  readonly kind: 'number-changed' | 'id-changed' | 'identity-changed' | 'other'
  readonly from: string | null
  readonly to: string | null
  /** WhatsApp's own sentence. */
  readonly said: string | null
}

/** The customer rang. `taken`: somebody spoke with them, so many seconds; `missed`: it is over, and nobody did. */
export interface CallDetails {
  readonly state: 'ringing' | 'missed' | 'taken'
  readonly seconds: number | null
}

/** Whether the customer wants marketing messages, from now on. */
export interface PreferenceDetails {
  readonly marketing: boolean
  /** WhatsApp's own sentence. */
  readonly said: string | null
}

/** The parts that there are. */
export interface MessageDetails {
  readonly location?: LocationDetails
  readonly contacts?: readonly ContactDetails[]
  readonly choice?: ChoiceDetails
  readonly form?: FormDetails
  readonly order?: OrderDetails
  readonly product?: ProductDetails
  readonly referral?: ReferralDetails
  readonly unsupported?: UnsupportedDetails
  readonly missing?: MissingDetails
  readonly unknown?: UnknownDetails
  readonly notice?: NoticeDetails
  readonly call?: CallDetails
  readonly preference?: PreferenceDetails
}

/** What one message says: a sentence, in one or more lines, and its parts. */
export interface Content {
  readonly text: string | null
  readonly details: MessageDetails
}
