import type { BusinessNumber } from './business.ts'
import type { Change } from './control-input.ts'
import type { Ids } from './faults.ts'
import { bareMessage, chatOf, type Phone, type PhoneBook, type PhoneMessage } from './phone.ts'
import { changeWebhook, messageWebhook, statusWebhook } from './webhook-body.ts'
import type { WebhookSender } from './webhooks.ts'

/** Why a message of the business failed after it was accepted. */
export type Failure = { code: number; title: string; details: string }

type Content = Partial<PhoneMessage> & Pick<PhoneMessage, 'type'>

/** The way of written messages between the phones and the business. */
export type Network = {
  /** The customer writes: the message is on the phone at once and goes to the server by webhook. */
  write: (phone: Phone, business: BusinessNumber, content: Content) => PhoneMessage
  /** The customer reacts to a message, edits or deletes one: the phone shows it at once. Answers WhatsApp's id of it. */
  change: (phone: Phone, target: PhoneMessage, change: Change) => string
  /** The business's message lies at WhatsApp and is on the phone; nothing has been said about it yet. */
  accept: (phone: Phone, business: BusinessNumber, content: Content) => PhoneMessage
  /** Reports the statuses of an accepted message: sent now, delivered when the phone is reached, or failed. */
  report: (phone: Phone, message: PhoneMessage, failure: Failure | null) => void
  /** Reports the status of a reaction of the business: sent, or failed. */
  reportReaction: (
    phone: Phone,
    sign: Pick<PhoneMessage, 'id' | 'business' | 'opaque'>,
    failure: Failure | null,
  ) => void
  /** As report, but delivered at once; resolves when the server has both statuses. */
  reportNow: (phone: Phone, message: PhoneMessage) => Promise<void>
  /** The customer looks at a chat, or at all: its messages are read. Returns how many became read. */
  read: (phone: Phone, business: BusinessNumber | null) => number
  /** The phone leaves or comes back; then it gets the waiting messages. */
  connect: (phone: Phone, online: boolean) => void
  stop: () => void
}

export function networkOf(
  { book, sender, ids, now }: { book: PhoneBook; sender: WebhookSender; ids: Ids; now: () => Date },
  deliveredAfterMs: number,
): Network {
  const timers = new Set<NodeJS.Timeout>()

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, ms)
    timers.add(timer)
  }

  function tell(phone: Phone, message: PhoneMessage, status: string, error?: Failure): Promise<boolean> {
    const body = statusWebhook(phone, message, { status, at: now(), ...(error && { error }) })
    return sender.send(phone.number, `status ${status}`, body)
  }

  /** Only ever upwards: a message that was read meanwhile is not delivered any more. */
  async function deliver(phone: Phone, message: PhoneMessage): Promise<void> {
    if (message.status !== 'sent' || !phone.online) return
    book.update(phone, message, { status: 'delivered' })
    await tell(phone, message, 'delivered')
  }

  return {
    write(phone, business, content) {
      const made = { id: ids.wamid(), business, direction: 'INBOUND', at: now() } as const
      const message = bareMessage({ ...content, ...made })
      book.add(phone, message)
      const settle = (taken: boolean) => {
        if (taken && message.status === 'sent') book.update(phone, message, { status: 'delivered' })
      }
      void sender.send(phone.number, `webhook ${message.type}`, messageWebhook(phone, message)).then(settle)
      return message
    },
    change(phone, target, change) {
      const [id, at] = [ids.wamid(), now()]
      const body = changeWebhook(phone, target, { id, at, change })
      book.update(phone, target, changeOf(change))
      void sender.send(phone.number, `webhook ${change.type}`, body)
      return id
    },
    accept(phone, business, content) {
      const made = { id: ids.wamid(), business, direction: 'OUTBOUND', at: now() } as const
      const message = bareMessage({ ...content, ...made })
      if (phone.typingUntil.has(business)) book.typing(phone, business, null)
      book.add(phone, message)
      return message
    },
    report(phone, message, failure) {
      if (failure) {
        book.update(phone, message, { status: 'failed' })
        void tell(phone, message, 'failed', failure)
        return
      }
      void tell(phone, message, 'sent')
      later(deliveredAfterMs, () => void deliver(phone, message))
    },
    reportReaction(phone, sign, failure) {
      const said = bareMessage({ ...sign, direction: 'OUTBOUND', type: 'reaction', at: now() })
      void tell(phone, said, failure ? 'failed' : 'sent', failure ?? undefined)
    },
    async reportNow(phone, message) {
      await Promise.all([tell(phone, message, 'sent'), deliver(phone, message)])
    },
    read(phone, business) {
      if (!phone.online) return 0
      const chat = business ? chatOf(phone, business) : phone.messages
      const news = chat.filter(
        ({ direction, status }) => direction === 'OUTBOUND' && (status === 'sent' || status === 'delivered'),
      )
      for (const message of news) {
        void deliver(phone, message)
        book.update(phone, message, { status: 'read' })
        void tell(phone, message, 'read')
      }
      return news.length
    },
    connect(phone, online) {
      book.connect(phone, online)
      for (const message of phone.messages) {
        if (message.direction === 'OUTBOUND') void deliver(phone, message)
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
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
