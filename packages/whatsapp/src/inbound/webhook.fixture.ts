import { expect } from 'vitest'
import { readWebhook } from './webhook.ts'

export const metadata = { display_phone_number: '256200000000', phone_number_id: '100' }
export const ada = { wa_id: '256700000001', profile: { name: 'Ada' } }

export function webhook(...values: unknown[]): unknown {
  const changes = values.map(value => ({ field: 'messages', value }))
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }
}

export function textFrom(from: string, body: string, more: object = {}): Record<string, unknown> {
  return { id: `wamid.${body}`, from, timestamp: '1700000000', type: 'text', text: { body }, ...more }
}

export function only(body: unknown) {
  const items = readWebhook(body)
  expect(items).toHaveLength(1)
  return items[0]
}

export function messageOf(message: unknown, contacts: unknown = [ada]) {
  const item = only(webhook({ metadata, contacts, messages: [message] }))
  if (item?.kind !== 'message') throw new Error(`not a message: ${JSON.stringify(item)}`)
  return item.message
}
