import type { BusinessNumber } from './business.ts'
import type { Change } from './control/input.ts'
import type { Failure } from './errors.ts'
import { bareMessage, chatOf, type Phone, type PhoneBook, type PhoneMessage } from './phone.ts'
import type { Ids } from './sources.ts'
import { changeWebhook, messageWebhook, statusWebhook } from './webhook-body.ts'
import type { WebhookSender } from './webhooks.ts'

/** What a message says, and how it looks on the phone. */
export type Content = Partial<PhoneMessage> & Pick<PhoneMessage, 'type'>

type NetworkDeps = {
  book: PhoneBook
  sender: WebhookSender
  ids: Ids
  now: () => Date
  deliveredAfterMs: number
}

/** Carries written messages between the phones and the business. */
export class Network {
  readonly #deps: NetworkDeps
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(deps: NetworkDeps) {
    this.#deps = deps
  }

  /** The customer writes: the message is on the phone at once and goes to the server by webhook. */
  write(phone: Phone, business: BusinessNumber, content: Content): PhoneMessage {
    const { book, sender } = this.#deps
    const message = this.#message(business, 'INBOUND', content)
    book.add(phone, message)
    const body = messageWebhook(phone, message)
    const accepted = async () => {
      const isAccepted = await sender.send(phone.number, `webhook ${message.type}`, body)
      if (isAccepted && message.status === 'sent') book.update(phone, message, { status: 'delivered' })
    }
    void accepted()
    return message
  }

  /** The customer reacts to a message, edits or deletes one: the phone shows it at once. Answers WhatsApp's id of it. */
  change(phone: Phone, target: PhoneMessage, change: Change): string {
    const { book, sender, ids, now } = this.#deps
    const id = ids.wamid()
    book.update(phone, target, changeOf(change))
    const body = changeWebhook(phone, target, { id, at: now(), change })
    void sender.send(phone.number, `webhook ${change.type}`, body)
    return id
  }

  /** The business's message is at WhatsApp and on the phone; no status was sent yet. */
  accept(phone: Phone, business: BusinessNumber, content: Content): PhoneMessage {
    const message = this.#message(business, 'OUTBOUND', content)
    if (phone.typingUntil.has(business)) this.#deps.book.typing(phone, business, null)
    this.#deps.book.add(phone, message)
    return message
  }

  /** Sends the statuses of an accepted message: sent now, delivered when the phone is reached, or failed. */
  report(phone: Phone, message: PhoneMessage, failure: Failure | null): void {
    if (failure) {
      this.#deps.book.update(phone, message, { status: 'failed' })
      void this.#sendStatus(phone, message, 'failed', failure)
      return
    }
    void this.#sendStatus(phone, message, 'sent')
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#deliver(phone, message)
    }, this.#deps.deliveredAfterMs)
    this.#timers.add(timer)
  }

  /** Sends the status of a reaction of the business: sent, or failed. */
  reportReaction(
    phone: Phone,
    reaction: Pick<PhoneMessage, 'id' | 'business' | 'opaque'>,
    failure: Failure | null,
  ): void {
    const message = bareMessage({
      ...reaction,
      direction: 'OUTBOUND',
      type: 'reaction',
      at: this.#deps.now(),
    })
    void this.#sendStatus(phone, message, failure ? 'failed' : 'sent', failure ?? undefined)
  }

  /** As report, but delivered at once; resolves when the server has both statuses. */
  async reportNow(phone: Phone, message: PhoneMessage): Promise<void> {
    await Promise.all([this.#sendStatus(phone, message, 'sent'), this.#deliver(phone, message)])
  }

  /** The customer looks at one chat, or at all: the messages are read. Returns how many became read. */
  read(phone: Phone, business: BusinessNumber | null): number {
    if (!phone.online) return 0
    const chat = business ? chatOf(phone, business) : phone.messages
    const unread = chat.filter(
      ({ direction, status }) => direction === 'OUTBOUND' && (status === 'sent' || status === 'delivered'),
    )
    for (const message of unread) {
      void this.#deliver(phone, message)
      this.#deps.book.update(phone, message, { status: 'read' })
      void this.#sendStatus(phone, message, 'read')
    }
    return unread.length
  }

  /** The phone leaves or comes back; then it gets the waiting messages. */
  connect(phone: Phone, online: boolean): void {
    this.#deps.book.connect(phone, online)
    for (const message of phone.messages) {
      if (message.direction === 'OUTBOUND') void this.#deliver(phone, message)
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #message(business: BusinessNumber, direction: PhoneMessage['direction'], content: Content): PhoneMessage {
    const { ids, now } = this.#deps
    return bareMessage({ ...content, id: ids.wamid(), business, direction, at: now() })
  }

  #sendStatus(phone: Phone, message: PhoneMessage, status: string, error?: Failure): Promise<boolean> {
    const body = statusWebhook(phone, message, { status, at: this.#deps.now(), ...(error && { error }) })
    return this.#deps.sender.send(phone.number, `status ${status}`, body)
  }

  /** A status never goes back: a message that was read meanwhile stays read. */
  async #deliver(phone: Phone, message: PhoneMessage): Promise<void> {
    if (message.status !== 'sent' || !phone.online) return
    this.#deps.book.update(phone, message, { status: 'delivered' })
    await this.#sendStatus(phone, message, 'delivered')
  }
}

function changeOf(change: Change): Partial<PhoneMessage> {
  switch (change.type) {
    case 'reaction':
      return { ownReaction: change.emoji || null }
    case 'edit':
      return { text: change.text, edited: true }
    case 'revoke':
      return { deleted: true }
  }
}
