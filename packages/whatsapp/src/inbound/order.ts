import { listOf, type Node, nodeOf, numberOf, textOf, writtenOf } from '../node.ts'
import type { Content, OrderItem } from './details.ts'
import { lines } from './lines.ts'

/** Products of a catalogue that the customer wants; null where nothing of it can be read. */
export function readOrder(node: Node | null): Content | null {
  if (node === null) return null
  const text = textOf(node['text'])
  const items = listOf(node['product_items']).flatMap(item => itemOf(nodeOf(item)))
  const said = lines([text, ...items.map(itemWords)])
  if (said === null) return null
  return {
    text: `Order: ${said}`,
    details: { order: { catalogue: writtenOf(node['catalog_id']), text, items } },
  }
}

function itemOf(entry: Node | null): readonly OrderItem[] {
  const product = writtenOf(entry?.['product_retailer_id'])
  if (entry === null || product === null) return []
  const amount = (value: unknown) => numberOf(value) ?? textOf(value)
  return [
    {
      product,
      quantity: amount(entry['quantity']),
      price: amount(entry['item_price']),
      currency: textOf(entry['currency']),
    },
  ]
}

function itemWords({ product, quantity, price, currency }: OrderItem): string {
  const cost = price === null ? '' : ` at ${price} ${currency ?? ''}`.trimEnd()
  return `${quantity ?? '?'} × ${product}${cost}`
}
