import type { DetailsEntity, OrderEntity } from '../api/message-details.ts'

/** Whether a message's parts say all that its line of words says, so that they stand in its stead. */
export const saidInParts = (details: DetailsEntity | null): boolean =>
  details !== null &&
  [
    details.location,
    details.contacts,
    details.choice,
    details.form,
    details.order,
    details.call,
    details.template,
  ].some(part => part !== undefined)

/**
 * A form's field as a person would write it: "Order number" for `screen_0_orderNumber_1`, which is how builders of forms
 * name fields.
 */
export function fieldLabel(name: string): string {
  const inner = name.replace(/^screen_\d+_/i, '')
  const bare = inner === name ? name : inner.replace(/_\d+$/, '')
  const words = bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  if (words === '') return name
  const spoken = /[A-Z]{2}/.test(words) ? words : words.toLowerCase()
  return `${spoken.slice(0, 1).toUpperCase()}${spoken.slice(1)}`
}

/** Forms that the business made. */
const flowNames: ReadonlySet<string> = new Set(['flow', 'galaxy_message'])

/** What stands over a form's answers: WhatsApp's own forms have names of their own, such as an address. */
export const formTitle = (name: string | null): string =>
  name === null || flowNames.has(name) ? 'Filled in a form' : `Answered: ${fieldLabel(name)}`

/** The name of a file that an answer of a form stands for: it was picked there and comes as a file of the message. */
export function pickedFileName(answer: object): string | null {
  const { file_name: name, mime_type: type } = answer as Readonly<Record<string, unknown>>
  return typeof name === 'string' && typeof type === 'string' ? name : null
}

/** What an order costs; null where an amount is missing or no number, or where the currencies differ. */
export function orderTotal({ items }: OrderEntity): { amount: number; currency: string | null } | null {
  const [first] = items
  if (first === undefined) return null
  let amount = 0
  for (const { price, quantity, currency } of items) {
    if (typeof price !== 'number' || typeof quantity !== 'number' || currency !== first.currency) return null
    amount += price * quantity
  }
  return { amount, currency: first.currency }
}

const amounts = new Intl.NumberFormat('en-UG', { maximumFractionDigits: 2 })

/** "UGX 12,500"; words stay as they came. */
export function priceLabel(amount: number | string, currency: string | null): string {
  const written = typeof amount === 'number' ? amounts.format(amount) : amount
  return currency === null ? written : `${currency} ${written}`
}

const kindNames: Readonly<Record<string, string>> = {
  image: 'photo',
  document: 'document',
  audio: 'voice message',
  video: 'video',
  sticker: 'sticker',
}

/** What is to be said of a file that should be there. */
export const missingWords = (what: string): string =>
  `WhatsApp announced a ${kindNames[what] ?? 'file'} and did not say where it is. Ask the customer to send it again.`

/** What an agent may ask where nothing readable came. */
export const askAgainWords = 'Could you please send that again as a text or a photo?'
