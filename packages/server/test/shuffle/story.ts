/** One item from WhatsApp: the field of its change, and the value without the parts that all changes share. */
export interface Told {
  readonly field: 'messages' | 'user_id_update'
  readonly value: Readonly<Record<string, unknown>>
}

/** One customer's part of the story. */
export interface Part {
  /** The customer's first number, in digits. */
  readonly number: string
  /** WhatsApp's id of their first message. */
  readonly first: string
  /** WhatsApp's ids of the messages that we sent before the story begins. */
  readonly sent: readonly string[]
  /** In the order of the events. */
  readonly told: readonly Told[]
}

const emojis = ['👍', '❤️', '😂', '🙏']
const mostMessages = 8

/**
 * A customer's events during some hours, as WhatsApp reports them in order: texts, quoted replies, reactions and their removal,
 * edits, deletions, messages withheld at first, a change of number, and the statuses of our messages. Two events of one customer
 * never
 * share a second, except for a message and the one that replaces it.
 * @param n identifies the customer
 * @param from the first second, since 1970
 */
export function partOf(n: number, from: number, random: () => number): Part {
  const digits = String(n).padStart(6, '0')
  const ids = { numbers: [`256771${digits}`, `256752${digits}`], users: [`UG.${digits}a`, `UG.${digits}b`] }
  let life = 0
  let second = from
  let count = 0
  const next = () => String((second += 1 + Math.floor(random() * 600)))
  const wamid = () => `wamid.${digits}.${(count += 1)}`
  const pick = <T>(things: readonly T[]): T | undefined => things[Math.floor(random() * things.length)]
  const sender = () => ({ from: ids.numbers[life], from_user_id: ids.users[life] })
  const sent = Array.from({ length: 2 }, () => `wamid.out.${digits}.${(count += 1)}`)
  const said: string[] = []
  const told: Told[] = []
  const tell = (message: Readonly<Record<string, unknown>>, timestamp = next()) =>
    told.push({ field: 'messages', value: { messages: [{ ...sender(), timestamp, ...message }] } })
  const text = (body: string) => ({ type: 'text', text: { body } })

  const say = () => {
    const id = wamid()
    const time = next()
    const answered = said.length > 0 && random() < 0.3 ? pick([...said, ...sent]) : undefined
    if (random() < 0.15) {
      const errors = [{ code: 131_060, title: 'This message is unavailable' }]
      tell({ id, type: 'unsupported', errors }, time)
    }
    const context = answered === undefined ? {} : { context: { id: answered } }
    tell({ id, ...text(`Words ${id}`), ...context }, time)
    said.push(id)
  }
  const react = () => {
    const target = pick([...said, ...sent])
    const emoji = random() < 0.3 ? {} : { emoji: pick(emojis) }
    if (target !== undefined) {
      tell({ id: wamid(), type: 'reaction', reaction: { message_id: target, ...emoji } })
    }
  }
  const edit = () => {
    const target = pick(said)
    if (target === undefined) return
    const edited = { original_message_id: target, message: text(`Other words ${second}`) }
    tell({ id: wamid(), type: 'edit', edit: edited })
  }
  const revoke = () => {
    const target = pick(said)
    if (target !== undefined) tell({ id: wamid(), type: 'revoke', revoke: { original_message_id: target } })
  }
  const move = () => {
    if (life > 0) return
    const [before, after] = ids.users
    const system = {
      type: 'user_changed_number',
      wa_id: ids.numbers[1],
      user_id: after,
      body: 'Changed number',
    }
    tell({ id: wamid(), type: 'system', system })
    life = 1
    const user_id = { previous: before, current: after }
    const update = { wa_id: ids.numbers[1], user_id, timestamp: next(), detail: 'Changed id' }
    if (random() < 0.5) told.push({ field: 'user_id_update', value: { user_id_update: [update] } })
  }

  say()
  for (let messages = Math.floor(random() * mostMessages); messages > 0; messages -= 1) {
    say()
    if (random() < 0.4) react()
    if (random() < 0.2) edit()
    if (random() < 0.1) revoke()
    if (random() < 0.06) move()
  }
  for (const id of sent) told.push(...statusesOf(id, ids.numbers[0] ?? '', next, random))
  return { number: ids.numbers[0] ?? '', first: said[0] ?? '', sent, told }
}

/** The statuses of one of our messages. WhatsApp sometimes leaves out `delivered`, and nothing follows a failure. */
function statusesOf(
  id: string,
  recipient_id: string,
  next: () => string,
  random: () => number,
): readonly Told[] {
  const names = random() < 0.1 ? ['sent', 'failed'] : ['sent', 'delivered', 'read']
  const kept = names.slice(0, 1 + Math.floor(random() * names.length)).filter(() => random() < 0.9)
  return kept.map(status => ({
    field: 'messages' as const,
    value: {
      statuses: [
        {
          id,
          status,
          timestamp: next(),
          recipient_id,
          ...(status === 'failed' && { errors: [{ code: 131_026, title: 'Undeliverable' }] }),
        },
      ],
    },
  }))
}
