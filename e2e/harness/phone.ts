import { expect } from '@playwright/test'

/** A message as a phone shows it; shapes in docs/wire.md, "Simulator". */
export interface PhoneMessage {
  id: string
  /** The id of the business number of its chat. */
  number: string
  direction: string
  type: string
  text: string | null
  /** The id of the quoted message. */
  replyTo: string | null
  /** The business's reaction. */
  reaction: string | null
  media: unknown
  status: string
  at: string
}

interface Around {
  /** The id of the receiving business number. Default: the number of the quoted message, or the first. */
  number?: string
  /** The id of the quoted message. */
  reply_to?: string
  forwarded?: 'forwarded' | 'frequently_forwarded'
}

type Written = Around &
  (
    | { type: 'text'; text: string }
    | { type: 'raw'; message: object; field?: string; text?: string }
    | {
        type: 'image' | 'document' | 'audio' | 'video'
        data_base64: string
        filename: string
        mime_type: string
        text?: string
      }
  )

/** A customer's phone in the simulator. */
export class Phone {
  readonly number: string
  readonly #messages: string

  constructor(simulatorUrl: string, number: string) {
    this.number = number
    this.#messages = `${simulatorUrl}/phones/${encodeURIComponent(number)}/messages`
  }

  /** The customer writes a text. @returns the message's id at WhatsApp */
  say(text: string, around: Around = {}): Promise<string> {
    return this.send({ type: 'text', text, ...around })
  }

  /** The customer sends a message of any kind. @returns the message's id at WhatsApp */
  async send(message: Written): Promise<string> {
    const { id } = (await this.#call(this.#messages, message)) as { id: string }
    return id
  }

  /** The customer reacts to a message (null: removes the reaction), edits their own, or deletes it. */
  async change(
    messageId: string,
    change: { type: 'reaction'; emoji: string | null } | { type: 'edit'; text: string } | { type: 'revoke' },
  ): Promise<void> {
    await this.#call(this.#messages.replace(/messages$/, 'changes'), { ...change, message_id: messageId })
  }

  /** All messages on the phone, oldest first. */
  async messages(): Promise<PhoneMessage[]> {
    return (await this.#call(this.#messages)) as PhoneMessage[]
  }

  /** The customer opens the chat, which reads the messages that have arrived. */
  async read(): Promise<void> {
    await this.#call(this.#messages.replace(/messages$/, 'read'), {})
  }

  /** Waits until exactly these texts have arrived from the business, in this order, after the earlier messages. */
  async expectLatest(texts: string[]): Promise<void> {
    await expect
      .poll(async () => (await this.received()).slice(-texts.length).map(({ text }) => text), {
        message: `the newest messages on ${this.number}`,
      })
      .toEqual(texts)
  }

  /** The business's messages, oldest first. */
  async received(): Promise<PhoneMessage[]> {
    const own = /^(in|inbound)$/i // the customer's own messages are inbound
    return (await this.messages()).filter(({ direction }) => !own.test(direction))
  }

  async #call(url: string, body?: object): Promise<unknown> {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The simulator answered ${answer.status} to ${url}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
