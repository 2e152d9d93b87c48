import { listOf, nameOf, type Node, nodeOf, numberOf, type Reading, secondsOf, textOf } from './node.ts'

/** Meta's pricing of a message. */
export type Pricing = {
  billable: boolean | null
  model: string | null
  type: string | null
  category: string | null
}

/** A status of a message that we sent. Statuses come in any order and repeatedly; the caller ranks them. */
export type DeliveryStatus = {
  wamid: string
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed'
  /** The time of Meta's webhook, to the second. */
  at: Date
  /** `biz_opaque_callback_data` as we sent it: names the attempt even before its wamid is known. */
  opaque: string | null
  error: { code: number; details: string } | null
  /** With `sent` and one later status; null: not given. */
  pricing: Pricing | null
}

const known: Readonly<Record<string, DeliveryStatus['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // The customer listened to a voice message.
  played: 'played',
  failed: 'failed',
}

/** Reads one element of `statuses`. Unknown statuses are ignored. */
export function readStatus(value: unknown): Reading<DeliveryStatus> {
  const node = nodeOf(value)
  if (!node) return { refused: 'The status is not an object.' }
  const wamid = textOf(node['id'])
  if (wamid === null) return { refused: 'The status does not name its message.' }
  const name = textOf(node['status'])
  if (name === null) return { refused: 'The status has no name.' }
  const status = Object.hasOwn(known, name) ? known[name] : undefined
  if (status === undefined) return { ignored: `The status ${nameOf(name)} is not known.` }
  const at = secondsOf(node['timestamp'])
  if (at === null) return { refused: 'The status has no time.' }
  const error = errorOf(node)
  return {
    read: {
      wamid,
      // Old versions of the API report a failure like this: `sent`, with the reason as an error.
      status: status === 'sent' && error !== null ? 'failed' : status,
      at,
      opaque: textOf(node['biz_opaque_callback_data']),
      error,
      pricing: pricingOf(node),
    },
  }
}

const longestWord = 60

/** Later versions of the API omit `billable`; the type implies it. */
function pricingOf(node: Node): Pricing | null {
  const pricing = nodeOf(node['pricing'])
  if (pricing === null) return null
  const word = (name: string) => textOf(pricing[name])?.slice(0, longestWord) ?? null
  const [model, type, category] = [word('pricing_model'), word('type'), word('category')]
  const said = pricing['billable']
  const billable = typeof said === 'boolean' ? said : type === null ? null : type === 'regular'
  return { billable, model, type, category }
}

function errorOf(node: Node): DeliveryStatus['error'] {
  const error = nodeOf(listOf(node['errors'])[0])
  const code = numberOf(error?.['code'])
  if (!error || code === null) return null
  const details = textOf(nodeOf(error['error_data'])?.['details'])
  return { code, details: details ?? textOf(error['message']) ?? textOf(error['title']) ?? '' }
}
