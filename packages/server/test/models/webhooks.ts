import { channel } from '../server.ts'

/** Meta's envelope for messages and statuses. */
export const envelope = (
  value: Readonly<Record<string, unknown>>,
  phoneNumberId = channel.phoneNumberId,
) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '256200000000', phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
})

/** A customer's text. `from` in digits; `at` in seconds. */
export const text = (from: string, id: string, body: string, at = 1_772_441_900) => ({
  from,
  id,
  timestamp: String(at),
  type: 'text',
  text: { body },
})

export const textWebhook = (from: string, id: string, body: string, name: string | null = 'Nakato') =>
  envelope({
    ...(name !== null && { contacts: [{ wa_id: from, profile: { name } }] }),
    messages: [text(from, id, body)],
  })

export const statusWebhook = (wamid: string, status: string, more: Readonly<Record<string, unknown>> = {}) =>
  envelope({
    statuses: [{ id: wamid, status, timestamp: '1772441900', recipient_id: '256700000001', ...more }],
  })
