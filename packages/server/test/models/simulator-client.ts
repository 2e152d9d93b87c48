import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

/** A message as the simulator's phone returns it. */
export interface OnPhone {
  readonly id: string
  /** Meta's id of the business number of its chat. */
  readonly number: string
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly type: string
  readonly text: string | null
  /** Meta's id of the quoted message. */
  readonly replyTo: string | null
  readonly media: { readonly voice: boolean } | null
  readonly status: string
  /** The business's reaction. */
  readonly reaction: string | null
}

/** The phones and faults of a simulator in this process. */
export class SimulatorClient {
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  /**
   * A customer writes. Returns Meta's id of the message.
   * @param to the id of the business number; default: the first
   */
  async write(
    number: string,
    message: string | Readonly<Record<string, unknown>>,
    to?: string,
  ): Promise<string> {
    const body = typeof message === 'string' ? { type: 'text', text: message } : message
    const chat = to === undefined ? {} : { number: to }
    const { id } = await this.#post<{ id: string }>(`/phones/${number}/messages`, { ...body, ...chat })
    return id
  }

  /** The business's messages on a phone, from all its numbers. */
  async received(number: string): Promise<readonly OnPhone[]> {
    const response = await this.#app.inject({ method: 'GET', url: `/phones/${number}/messages` })
    const messages = response.json<OnPhone[]>()
    return messages.filter(message => message.direction === 'OUTBOUND')
  }

  /** The business's reactions on a phone, by Meta's id of the message. */
  async reactions(number: string): Promise<ReadonlyMap<string, string>> {
    const response = await this.#app.inject({ method: 'GET', url: `/phones/${number}/messages` })
    const messages = response.json<OnPhone[]>()
    return new Map(
      messages.flatMap(({ id, reaction }) => (reaction === null ? [] : [[id, reaction] as const])),
    )
  }

  /** The statuses of the customer's own messages on their phone, oldest first. */
  async statuses(number: string): Promise<readonly string[]> {
    const response = await this.#app.inject({ method: 'GET', url: `/phones/${number}/messages` })
    const messages = response.json<OnPhone[]>()
    return messages.filter(({ direction }) => direction === 'INBOUND').map(({ status }) => status)
  }

  /** The customer opens the chat with one business number, or all chats. */
  async read(number: string, chat?: string): Promise<void> {
    await this.#post(`/phones/${number}/read`, chat === undefined ? {} : { number: chat })
  }

  async fault(name: string, times = 1): Promise<void> {
    await this.#post('/faults', { name, times })
  }

  /** WhatsApp rejects with this code: at once, or after accepting the message. */
  async refuses(code: number, when: 'refused' | 'refused-later' = 'refused', times = 1): Promise<void> {
    await this.#post('/faults', { name: when, code, times })
  }

  /** WhatsApp approves or pauses a template, changes its category, … `business_account_id`: the account. */
  async template(name: string, change: Readonly<Record<string, string>>): Promise<void> {
    await this.#post(`/templates/${name}`, change)
  }

  /** The customer presses a button of a message. */
  async tap(number: string, messageId: string, choiceId: string): Promise<void> {
    await this.#post(`/phones/${number}/taps`, { message_id: messageId, choice_id: choiceId })
  }

  async clearFaults(): Promise<void> {
    await this.#post('/faults', { clear: true })
  }

  /** Changes the state of a business number (`phone_number_id`; default: the first) and reports it to the server. */
  async number(change: Readonly<Record<string, string>>): Promise<void> {
    await this.#post('/number', change)
  }

  async connection(number: string, online: boolean): Promise<void> {
    await this.#post(`/phones/${number}/connection`, { online })
  }

  async #post<T>(url: string, body: unknown): Promise<T> {
    const response = await this.#app.inject({ method: 'POST', url, payload: body as object })
    expect({ url, status: response.statusCode }).toMatchObject({ status: 200 })
    return response.json<T>()
  }
}
