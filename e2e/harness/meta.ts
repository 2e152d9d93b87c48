import { createHmac } from 'node:crypto'
import type { Parley } from './parley.ts'
import { type Account, accounts } from './sessions.ts'

const appSecret = 'demo-app-secret'
const phoneNumberId = '100000000000001'

export interface SignedWebhook {
  readonly bytes: string
  readonly headers: Readonly<Record<string, string>>
}

export const webhookPath = '/api/v1/channels/whatsapp/webhook'

/** A text message of a customer. */
interface Said {
  readonly wamid: string
  readonly body: string
  readonly at: Date
}

/** One text message as WhatsApp sends it, signed over its bytes. */
export const webhookOfMessage = (from: string, wamid: string, body: string, at: Date): SignedWebhook =>
  webhookOf(from, [{ wamid, body, at }])

/** A webhook with several messages of one customer. */
function webhookOf(from: string, said: readonly Said[]): SignedWebhook {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '256200000000', phone_number_id: phoneNumberId },
    contacts: [{ wa_id: from, profile: { name: `Customer ${from.slice(-4)}` } }],
    messages: said.map(({ wamid, body, at }) => ({
      from,
      id: wamid,
      timestamp: String(Math.floor(at.getTime() / 1000)),
      type: 'text',
      text: { body },
    })),
  }
  const bytes = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  })
  const signature = `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`
  return { bytes, headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature } }
}

/** Posts one text message as WhatsApp does, signed over its bytes. Resolves when it is stored. */
export async function postMessage(
  parley: Pick<Parley, 'url'>,
  from: string,
  wamid: string,
  body: string,
  at = new Date(),
): Promise<void> {
  await post(parley, webhookOfMessage(from, wamid, body, at))
}

/** Posts many messages of one customer at once. Resolves when they are stored. */
export const postMessages = (
  parley: Pick<Parley, 'url'>,
  from: string,
  said: readonly Said[],
): Promise<void> => post(parley, webhookOf(from, said))

async function post(parley: Pick<Parley, 'url'>, { bytes, headers }: SignedWebhook): Promise<void> {
  const answer = await fetch(`${parley.url}${webhookPath}`, { method: 'POST', body: bytes, headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}`)
}

/** Signs an agent in without a browser, by default the demo agent. */
export async function apiSignIn(
  parley: Pick<Parley, 'url'>,
  account: (typeof accounts)[Account] = accounts.agent,
): Promise<{ readonly token: string; readonly agentId: string }> {
  const answer = await fetch(`${parley.url}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(account),
  })
  if (!answer.ok) throw new Error(`Sign-in was answered with ${answer.status}`)
  const body = (await answer.json()) as { access_token: string; user_id: string }
  return { token: body.access_token, agentId: body.user_id }
}
