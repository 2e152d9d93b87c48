import { type Node, secondsOf, textOf } from '../node.ts'
import type { ChoiceDetails, Content } from './details.ts'

/** A template's quick reply, a reply button or a row of a list; null where it says neither its title nor its id. */
export function readChoice(
  kind: ChoiceDetails['kind'],
  titled: string | null,
  id: string | null,
  description: string | null = null,
): Content | null {
  const title = titled ?? id
  return title === null ? null : { text: title, details: { choice: { kind, title, description, id } } }
}

const permissions: Readonly<Record<string, string>> = {
  accept: 'Allowed calls from us',
  reject: 'Declined calls from us',
}

/** Whether the customer lets us call, and until when. */
export function readCallPermission(reply: Node): Content | null {
  const response = textOf(reply['response'])
  const title =
    response === null
      ? 'Answered whether we may call'
      : (Object.hasOwn(permissions, response) && permissions[response]) || `Calls from us: ${response}`
  const until = secondsOf(reply['expiration_timestamp'])
  const isKept = reply['is_permanent'] === true
  const description = isKept
    ? 'For good'
    : until === null
      ? null
      : `Until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return readChoice('permission', title, response, description)
}
