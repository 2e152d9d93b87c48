import { listOf, type Node, nodeOf, numberOf, textOf } from './node.ts'

/**
 * What an agent should read of a message without a file, in one or more lines. Null when there is nothing to say that
 * the type does not say already (unsupported and unknown types). The customer's words come through unchanged.
 */
export function messageText(type: string, message: Node): string | null {
  const write = Object.hasOwn(writers, type) ? writers[type] : undefined
  return write?.(message) ?? null
}

const writers: Readonly<Record<string, (message: Node) => string | null>> = {
  text: message => textOf(nodeOf(message['text'])?.['body']),
  button: message => textOf(nodeOf(message['button'])?.['text']),
  interactive: message => interactive(nodeOf(message['interactive'])),
  location: message => location(nodeOf(message['location'])),
  contacts: message => lines(listOf(message['contacts']).map(contact => contactLine(nodeOf(contact)))),
  order: message => order(nodeOf(message['order'])),
  system: message => textOf(nodeOf(message['system'])?.['body']),
  request_welcome: () => 'Opened the chat',
}

function interactive(node: Node | null): string | null {
  const reply = nodeOf(node?.[textOf(node['type']) ?? ''])
  if (!reply) return null
  if (node?.['type'] === 'nfm_reply')
    return lines([textOf(reply['body']), ...formLines(reply['response_json'])])
  if (node?.['type'] === 'call_permission_reply')
    return `Call permission: ${textOf(reply['response']) ?? 'unknown'}`
  return textOf(reply['title'])
}

/** A form's answers come as JSON inside a string, which may also be no JSON at all. */
function formLines(value: unknown): string[] {
  const answers = nodeOf(parsed(textOf(value) ?? ''))
  return Object.entries(answers ?? {}).flatMap(([name, answer]) =>
    name !== 'flow_token' && ['string', 'number', 'boolean'].includes(typeof answer)
      ? [`${name}: ${String(answer)}`]
      : [],
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null // Not JSON: the form's visible line stands alone.
  }
}

function location(node: Node | null): string | null {
  const latitude = numberOf(node?.['latitude'])
  const longitude = numberOf(node?.['longitude'])
  const point = latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
  const said = lines([textOf(node?.['name']), textOf(node?.['address']), point])
  return said === null ? null : `Location: ${said}`
}

function contactLine(node: Node | null): string | null {
  const name =
    textOf(nodeOf(node?.['name'])?.['formatted_name']) ?? textOf(nodeOf(node?.['name'])?.['first_name'])
  const phones = listOf(node?.['phones']).flatMap(phone => {
    const entry = nodeOf(phone)
    return textOf(entry?.['phone']) ?? textOf(entry?.['wa_id']) ?? []
  })
  const parts = [name ?? [], ...phones].flat()
  return parts.length === 0 ? null : `Contact: ${parts.join(', ')}`
}

function order(node: Node | null): string | null {
  const items = listOf(node?.['product_items']).flatMap(item => {
    const entry = nodeOf(item)
    const product = textOf(entry?.['product_retailer_id'])
    if (product === null) return []
    const price = numberOf(entry?.['item_price'])
    const cost = price === null ? '' : ` at ${price} ${textOf(entry?.['currency']) ?? ''}`.trimEnd()
    return `${numberOf(entry?.['quantity']) ?? '?'} × ${product}${cost}`
  })
  const said = lines([textOf(node?.['text']), ...items])
  return said === null ? null : `Order: ${said}`
}

function lines(parts: readonly (string | null)[]): string | null {
  return parts.filter(part => part !== null).join('\n') || null
}
