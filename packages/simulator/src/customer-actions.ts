import { fileOf, readChange, readConnection, readTap, readWritten } from './control-input.ts'
import type { Phone } from './phone.ts'
import { Refused } from './refusals.ts'
import type { ActionName } from './scenario.ts'
import { phoneView } from './views.ts'
import type { World } from './world.ts'

/** What the call answers; `id`: of the message that was made. */
type Done = { readonly id?: string; readonly [field: string]: unknown }
type Doing = (world: World, number: string, body: unknown) => Done

/** Where every customer of the simulator is. */
const kampala = { latitude: 0.3163, longitude: 32.5822 }

const doings = {
  /** Writes a message, or does what else a webhook brings of them. */
  messages(world, number, body) {
    const written = readWritten(body)
    const { reply_to: replyTo = null, forwarded = null } = written
    if (replyTo !== null && !world.book.find(number)?.messages.some(({ id }) => id === replyTo)) {
      throw new Refused(400, 'input.invalid', 'This phone has no such message.', 'reply_to')
    }
    const write = (content: Parameters<World['network']['write']>[1]) => ({
      id: world.network.write(onlinePhone(world, number), content).id,
    })
    if (written.type === 'text') return write({ type: 'text', text: written.text, replyTo, forwarded })
    if (written.type === 'raw') {
      const { message: raw, field, text = null } = written
      const type = typeof raw['type'] === 'string' ? raw['type'] : field
      return write({ type, raw, field, text, replyTo, forwarded })
    }
    const bytes = fileOf(written)
    const { type: kind, filename, mime_type: mimeType, text = null } = written
    onlinePhone(world, number)
    const { id, sha256 } = world.media.add({
      id: world.ids.mediaId(),
      bytes,
      filename,
      mimeType,
      owner: 'customer',
    })
    const media = { id, kind, mimeType, filename, sha256, size: bytes.byteLength }
    return write({ type: kind, media, text, replyTo, forwarded })
  },

  /** Taps a button or a row of a list. */
  taps(world, number, body) {
    const phone = onlinePhone(world, number)
    const tap = readTap(body)
    const menu = phone.messages.find(({ id }) => id === tap.message_id)
    const choice = menu?.choices.find(({ id }) => id === tap.choice_id)
    if (!menu) throw new Refused(400, 'input.invalid', 'This phone has no such message.', 'message_id')
    if (!choice) throw new Refused(400, 'input.invalid', 'The message has no such choice.', 'choice_id')
    world.book.update(phone, menu, { chosen: choice.id })
    if (menu.choiceKind === 'location') {
      const raw = { type: 'location', location: kampala }
      const text = `${kampala.latitude}, ${kampala.longitude}`
      return { id: world.network.write(phone, { type: 'location', raw, text, replyTo: menu.id }).id }
    }
    const content = {
      type: menu.choiceKind === 'template' ? 'button' : 'interactive',
      text: choice.title,
      chosen: choice.id,
      choiceKind: menu.choiceKind,
    }
    return { id: world.network.write(phone, { ...content, replyTo: menu.id }).id }
  },

  /** Reacts to a message that is there, edits or deletes one. */
  changes(world, number, body) {
    const phone = onlinePhone(world, number)
    const change = readChange(body)
    const target = phone.messages.find(({ id }) => id === change.message_id)
    if (!target) throw new Refused(400, 'input.invalid', 'This phone has no such message.', 'message_id')
    if (target.deleted) throw new Refused(409, 'message.deleted', 'The message was deleted.')
    if (change.type !== 'reaction' && target.direction === 'OUTBOUND') {
      throw new Refused(400, 'input.invalid', 'Only who wrote it can change it.', 'message_id')
    }
    return { id: world.network.change(phone, target, change) }
  },

  /** Looks at the chat. */
  read(world, number) {
    const phone = world.book.find(number)
    return { read: phone ? world.network.read(phone) : 0 }
  },

  /** Leaves the network, or comes back. */
  connection(world, number, body) {
    const phone = world.book.open(number)
    world.network.connect(phone, readConnection(body).online)
    return phoneView(phone)
  },
} as const satisfies Readonly<Record<ActionName, Doing>>

/**
 * Lets a customer do something. Answers what the call answers.
 * @throws Refused when the body is wrong or the phone cannot do that
 */
export function act(world: World, number: string, name: ActionName, body: unknown): Done {
  const doing: Doing = doings[name]
  const done = doing(world, number, body)
  world.recorder.note(world.book.find(number), name, body, done.id ?? null)
  return done
}

function onlinePhone({ book }: World, number: string): Phone {
  const phone = book.open(number)
  if (!phone.online) throw new Refused(409, 'phone.offline', 'This phone is offline.')
  return phone
}
