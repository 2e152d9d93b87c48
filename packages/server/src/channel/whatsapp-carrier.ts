import { type ClientOptions, whatsappClient } from '@parley/whatsapp/client'
import { readNumberHealth } from '@parley/whatsapp/number-health'
import { reactionMessage } from '@parley/whatsapp/send'
import { readTemplates } from '@parley/whatsapp/template-list'
import type { ChannelConfig } from '../config.ts'
import { accountsOf } from '../numbers-config.ts'
import type { Carrier } from './carrier.ts'
import type { AskedNumber } from './health/health.ts'
import { outboundBody } from './outbound-body.ts'
import type { TemplateReaderDeps } from './read-templates.ts'

/** Milliseconds a question to WhatsApp may take whose answer nobody waits for. */
const askTimeoutMs = 10_000

/** What goes by the Cloud API. @throws TypeError where the address of the API is none */
export function whatsappCarrier(access: ClientOptions): Carrier {
  const client = whatsappClient(access)
  return {
    name: 'WhatsApp',
    send: (message, call) => client.send(outboundBody(message), call),
    react: (reaction, call) => client.send(reactionMessage(reaction), call),
    tellWriting: client.tellWriting,
    upload: client.uploadMedia,
    download: client.download,
  }
}

/** One of our numbers, with what carries its messages and asks how it stands. */
export type CarriedNumber = AskedNumber & { readonly carrier: Carrier }

/** Our WhatsApp numbers, and the accounts whose templates are read. */
export interface WhatsappNumbers {
  readonly numbers: readonly CarriedNumber[]
  readonly accounts: readonly Pick<TemplateReaderDeps, 'accountId' | 'read'>[]
}

/** Puts together what the settings name. */
export function whatsappNumbers({ numbers, apiUrl, apiVersion: version }: ChannelConfig): WhatsappNumbers {
  return {
    numbers: numbers.map(({ phoneNumberId, name, accessToken }) => {
      const access = { apiUrl, version, phoneNumberId, accessToken }
      return {
        phoneNumberId,
        name: numbers.length > 1 ? name : null,
        carrier: whatsappCarrier(access),
        ask: signal => readNumberHealth(access, { timeoutMs: askTimeoutMs, signal }),
      }
    }),
    accounts: accountsOf(numbers).map(({ accountId, accessToken }) => ({
      accountId,
      read: signal =>
        readTemplates({ apiUrl, version, accessToken }, accountId, { timeoutMs: askTimeoutMs, signal }),
    })),
  }
}
