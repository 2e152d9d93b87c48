/*
 * The structured content of a message beside its text. Each value is text or a number, as the customer's application gave it. No
 * address in it is ever fetched.
 */

/** A place, in degrees of WGS 84. `coordinates`: the original values if they are no numbers. */
export interface LocationDetails {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly coordinates: string | null
  readonly name: string | null
  readonly address: string | null
  readonly url: string | null
}

/** A phone, an e-mail address, an address or a web page of a card; `label` as in HOME or WORK. */
export interface LabelledText {
  readonly text: string
  readonly label: string | null
}

/** A card from an address book. */
export interface ContactDetails {
  readonly name: string | null
  /** All parts of the name, if they add to `name`. */
  readonly full_name: string | null
  /** `wa_id`: the number at WhatsApp, in digits; null: none. */
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

/** The chosen button or row of a list; `permission`: whether we may call. `id` is assigned by the system that asked. */
export interface ChoiceDetails {
  readonly kind: 'button' | 'list' | 'permission'
  readonly title: string
  readonly description: string | null
  readonly id: string | null
}

/** A completed form. `raw`: the answers as received, if they are no object, or too deep or too long to parse. */
export interface FormDetails {
  readonly name: string | null
  readonly body: string | null
  readonly answers: Readonly<Record<string, unknown>> | null
  readonly raw: string | null
  /** The form's name in the system that asked. */
  readonly reference: string | null
}

/** An amount is text if it came in words. */
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

/** The advertisement or post that led the customer to write. */
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

/** Content that WhatsApp did not deliver, with WhatsApp's reason. */
export interface UnsupportedDetails {
  readonly kind: string | null
  readonly code: number | null
  readonly title: string | null
  readonly details: string | null
}

/** The message lacks a part that its type requires. */
export interface MissingDetails {
  readonly what: 'image' | 'document' | 'audio' | 'video' | 'sticker' | 'text'
  readonly filename: string | null
}

/** A message of an unknown type: its JSON, perhaps truncated. */
export interface UnknownDetails {
  readonly type: string
  readonly raw: string
  readonly cut: boolean
}

/** WhatsApp's system message about the customer. */
export interface NoticeDetails {
  readonly kind: 'number-changed' | 'id-changed' | 'identity-changed' | 'other'
  readonly from: string | null
  readonly to: string | null
  /** WhatsApp's own sentence. */
  readonly said: string | null
}

/** A call by the customer. `taken`: answered, with the seconds; `missed`: it ended without an answer. */
export interface CallDetails {
  readonly state: 'ringing' | 'missed' | 'taken'
  readonly seconds: number | null
}

/** Whether the customer wants marketing messages from now on. */
export interface PreferenceDetails {
  readonly marketing: boolean
  /** WhatsApp's own sentence. */
  readonly said: string | null
}

/** A message has some of these parts. */
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

/** The content of one message: a text of one or more lines, and its parts. */
export interface Content {
  readonly text: string | null
  readonly details: MessageDetails
}
