import type { SocketEvent } from '@parley/core/sockets/api'
import type { Reader } from '../db/write.ts'
import { boundedAgents, allowedViewersOf } from '../visibility/queries.ts'
import type { Outgoing } from './events.ts'
import type { LogRow } from './log.ts'

/** What a listener is given of one thing to send: it as it is, whether its conversation is in sight now, or nothing. */
export type Given = 'whole' | 'seen' | 'lost' | 'nothing'

/** Some things to send, and who may see them. */
export interface Shown {
  readonly items: readonly Outgoing[]
  /** Whether it is known of this agent what they may see of these. */
  readonly covers: (agentId: number) => boolean
  readonly givenTo: (agentId: number, item: Outgoing) => Given
}

/** Whose sight of conversations is bounded, as far as the log has been followed. Where nobody's is, it asks nothing. */
export class VisibilityScopes {
  readonly #reader: Reader
  #bounded: ReadonlySet<number> | null = null

  constructor(reader: Reader) {
    this.#reader = reader
  }

  async load(): Promise<void> {
    this.#bounded = await boundedAgents(this.#reader)
  }

  /** Somebody comes who may have been added since. */
  async meet(agentId: number): Promise<void> {
    if (this.#bounded?.has(agentId) === false) await this.load()
  }

  /** Learns what these rows of the log say of sights; before their frames are made. */
  async follow(rows: readonly LogRow[]): Promise<void> {
    if (rows.some(({ noun }) => noun === 'sight')) await this.load()
  }

  /** Looks up what these agents may see of some things to send. */
  async look(items: readonly Outgoing[], agentIds: Iterable<number>): Promise<Shown> {
    const bounded = this.#bounded
    const asked = new Set([...agentIds].filter(id => bounded?.has(id)))
    const conversations = new Set(items.flatMap(item => ('event' in item ? (item.conversationId ?? []) : [])))
    const allowedViewers = await allowedViewersOf(this.#reader, [...conversations], [...asked])
    return {
      items,
      covers: agentId => bounded?.has(agentId) !== true || asked.has(agentId),
      givenTo: (agentId, item) => {
        if (!('event' in item) || item.conversationId === null || bounded?.has(agentId) !== true)
          return 'whole'
        const isSeen = allowedViewers.get(item.conversationId)?.has(agentId) === true
        if (item.isReassigned) return isSeen ? 'seen' : 'lost'
        return isSeen ? 'whole' : 'nothing'
      },
    }
  }
}

/** What tells a listener that a conversation, whose frame this is, has come into their sight or is lost from it. */
export function visibilityEvent(event: SocketEvent, given: 'seen' | 'lost'): SocketEvent {
  if (event.event !== 'conversation') throw new Error(`Only a conversation is handed on, not: ${event.event}`)
  const { data, seq } = event
  return {
    event: 'sight',
    data: { conversation_id: data.id, conversation: given === 'seen' ? data : null },
    seq,
  }
}
