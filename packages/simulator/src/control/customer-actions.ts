import type { BusinessNumber } from '../business.ts'
import { businessOf, Change, Chat, Connection, fileOf, parse, Tap, Written } from './input.ts'
import { ApiError, invalidInput } from '../errors.ts'
import type { Content } from '../network.ts'
import { type Choice, chatOf, type Phone, type PhoneMessage } from '../phone.ts'
import type { ActionName } from './scenarios.ts'
import { phoneView } from './views.ts'
import type { World } from '../world.ts'

/** The call's answer; `id`: of the new message. */
type Done = { readonly id?: string; readonly [field: string]: unknown }
type Action = (world: World, number: string, body: unknown) => Done

/** The location of every customer of the simulator. */
const kampala = { latitude: 0.3163, longitude: 32.5822 }

const actions = {
  /** Writes a message, or triggers another webhook of a customer. */
  messages(world, number, body) {
    const written = parse(Written, body)
    const { reply_to: replyTo = null, forwarded = null } = written
    const business = chatFor(world, number, written)
    const write = (content: Content) => {
      const phone = onlinePhone(world, number)
      return { id: world.network.write(phone, business, { ...content, replyTo, forwarded }).id }
    }
    if (written.type === 'text') return write({ type: 'text', text: written.text })
    if (written.type === 'raw') {
      const { message: raw, field, text = null } = written
      return write({ type: typeof raw['type'] === 'string' ? raw['type'] : field, raw, field, text })
    }
    const bytes = fileOf(written)
    const { type: kind, filename, mime_type: mimeType, text = null } = written
    onlinePhone(world, number)
    const file = { bytes, filename, mimeType, owner: 'customer', business } as const
    const { id, sha256 } = world.media.add({ id: world.ids.mediaId(), ...file })
    return write({
      type: kind,
      media: { id, kind, mimeType, filename, sha256, size: bytes.byteLength },
      text,
    })
  },

  /** Taps a button or a row of a list. */
  taps(world, number, body) {
    const phone = onlinePhone(world, number)
    const tap = parse(Tap, body)
    const menu = messageOn(world, phone, tap)
    const choice = menu.choices.find(({ id }) => id === tap.choice_id)
    if (!choice) throw invalidInput('The message has no such choice.', 'choice_id')
    world.book.update(phone, menu, { chosen: choice.id })
    const answer = { ...answerTo(menu, choice), replyTo: menu.id }
    return { id: world.network.write(phone, menu.business, answer).id }
  },

  /** Reacts to a message, edits or deletes one. */
  changes(world, number, body) {
    const phone = onlinePhone(world, number)
    const change = parse(Change, body)
    const target = messageOn(world, phone, change)
    if (target.deleted) throw new ApiError(409, 'message.deleted', 'The message was deleted.')
    if (change.type !== 'reaction' && target.direction === 'OUTBOUND') {
      throw invalidInput('A customer can change only their own messages.', 'message_id')
    }
    return { id: world.network.change(phone, target, change) }
  },

  /** Looks at one chat, or at all. */
  read(world, number, body) {
    const phone = world.book.find(number)
    const chat = parse(Chat, body).number
    const business = chat === undefined ? null : businessOf(world.numbers, chat)
    return { read: phone ? world.network.read(phone, business) : 0 }
  },

  /** Leaves the network, or comes back. */
  connection(world, number, body) {
    const phone = world.book.open(number)
    world.network.connect(phone, parse(Connection, body).online)
    return phoneView(phone)
  },
} as const satisfies Readonly<Record<ActionName, Action>>

/**
 * Lets a customer act. Returns the call's answer.
 * @throws ApiError when the body is wrong or the phone cannot do that
 */
export function act(world: World, number: string, name: ActionName, body: unknown): Done {
  const action: Action = actions[name]
  return action(world, number, body)
}

/** The message that a tap writes. */
function answerTo({ choiceKind }: PhoneMessage, { id, title }: Choice): Content {
  if (choiceKind === 'location') {
    const raw = { type: 'location', location: kampala }
    return { type: 'location', raw, text: `${kampala.latitude}, ${kampala.longitude}` }
  }
  const type = choiceKind === 'template' ? 'button' : 'interactive'
  return { type, text: title, chosen: id, choiceKind }
}

/**
 * The chat that a customer writes in: the named one, else that of the answered message, else the first.
 * @throws ApiError 400 when the answered message is not in it
 */
function chatFor(
  { book, numbers }: World,
  phoneNumber: string,
  { number, reply_to: answered }: { number?: string | undefined; reply_to?: string | undefined },
): BusinessNumber {
  if (answered === undefined) return businessOf(numbers, number)
  const message = book.find(phoneNumber)?.messages.find(({ id }) => id === answered)
  const business = message && number === undefined ? message.business : businessOf(numbers, number)
  if (message?.business === business) return business
  throw invalidInput('This phone has no such message.', 'reply_to')
}

/** @throws ApiError 400 when the phone, or its chat where one is named, has no such message */
function messageOn(
  { numbers }: World,
  phone: Phone,
  { message_id: asked, number }: { message_id: string; number?: string | undefined },
): PhoneMessage {
  const messages = number === undefined ? phone.messages : chatOf(phone, businessOf(numbers, number))
  const message = messages.find(({ id }) => id === asked)
  if (message) return message
  throw invalidInput('This phone has no such message.', 'message_id')
}

function onlinePhone({ book }: World, number: string): Phone {
  const phone = book.open(number)
  if (!phone.online) throw new ApiError(409, 'phone.offline', 'This phone is offline.')
  return phone
}
