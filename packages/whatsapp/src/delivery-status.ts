import { listOf, type Node, nameOf, nodeOf, numberOf, secondsOf, textOf } from './node.ts'
import type { Reading } from './reading.ts'

/** What became of a message we sent. Statuses come in any order and more than once; ranking them is the caller's. */
export type DeliveryStatus = {
  wamid: string
  status: 'sent' | 'delivered' | 'read' | 'failed'
  /** When Meta wrote the webhook, to the second. */
  at: Date
  /** `biz_opaque_callback_data` as we sent it: names the attempt even before its wamid is known. */
  opaque: string | null
  error: { code: number; details: string } | null
}

const known: Readonly<Record<string, DeliveryStatus['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // A voice message was listened to: it was surely read, and nothing above read is shown.
  played: 'read',
  failed: 'failed',
}

/** Reads one element of `statuses`. Statuses that Meta invents later are ignored. */
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
      // Old versions of the API say so where the customer gets nothing, with the reason beside it.
      status: status === 'sent' && error !== null ? 'failed' : status,
      at,
      opaque: textOf(node['biz_opaque_callback_data']),
      error,
    },
  }
}

function errorOf(node: Node): DeliveryStatus['error'] {
  const error = nodeOf(listOf(node['errors'])[0])
  const code = numberOf(error?.['code'])
  if (!error || code === null) return null
  const details = textOf(nodeOf(error['error_data'])?.['details'])
  return { code, details: details ?? textOf(error['message']) ?? textOf(error['title']) ?? '' }
}
