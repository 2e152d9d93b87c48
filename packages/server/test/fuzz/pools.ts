import type { Draw } from '@parley/demo/random'

const mostKept = 60
const longest = 300

/** Other fields with the same kind of value. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  confirm: ['phone_number'],
  number: ['ticket_number'],
  search: ['ticket_number', 'name', 'phone_number'],
  assignee_id: ['agent_id'],
  assigned_to: ['agent_id'],
  believed_assignee_id: ['agent_id'],
  username: ['email'],
  before: ['id of messages'],
  around: ['id of messages'],
  up_to: ['id of messages'],
  seen_message_id: ['id of messages'],
  message_id: ['id of messages'],
  document_id: ['id of attachments'],
  confirmed_attachments: ['id of attachments'],
  after: ['conversation_id', 'next', 'id of audit', 'id of tickets'],
  actor_id: ['agent_id'],
  session: ['id of account', 'id of accounts'],
}

/** Values from earlier responses by field name: existing ids, current versions, valid tokens. */
export class Pools {
  readonly #values = new Map<string, unknown[]>()

  put(field: string, value: unknown): void {
    const kept = this.#values.get(field) ?? []
    this.#values.set(field, kept)
    if (kept.includes(value)) return
    kept.push(value)
    if (kept.length > mostKept) kept.shift()
  }

  /** Adds all values of a response to a call of this path. */
  harvest(path: string, answer: unknown): void {
    const noun = path.split('/')[1] ?? ''
    let left = 400
    const walk = (value: unknown, field: string): void => {
      left -= 1
      if (left < 0) return
      if (Array.isArray(value)) for (const one of value) walk(one, field)
      else if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value)) walk(inner, name)
      else if (typeof value === 'number' || (typeof value === 'string' && value.length <= longest))
        this.put(field === 'id' ? `id of ${noun}` : field, value)
    }
    walk(answer, '')
  }

  pick(field: string, draw: Draw): unknown {
    const kept = [field, ...(aliases[field] ?? [])].flatMap(name => this.#values.get(name) ?? [])
    return kept.length === 0 ? undefined : draw.pick(kept)
  }
}
