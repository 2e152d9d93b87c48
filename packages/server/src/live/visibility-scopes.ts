import type { SocketEvent } from '@parley/core/sockets/api'
import type { Reader } from '../db/write.ts'
import { boundedAgents, allowedViewersOf } from '../visibility/queries.ts'
import type { Outgoing } from './events.ts'
import type { LogRow } from './log.ts'

/** The form of an item for one listener: whole, or whether its conversation is visible now, or nothing. */
export type Given = 'whole' | 'seen' | 'lost' | 'nothing'

/** Items to send, and their allowed viewers. */
export interface Shown {
  readonly items: readonly Outgoing[]
  /** Whether the look-up included this agent. */
  readonly covers: (agentId: number) => boolean
  readonly givenTo: (agentId: number, item: Outgoing) => Given
}

/** The agents with a limited visibility scope, as far as the log was followed. If there are none, look-ups run no query. */
export class VisibilityScopes {
  readonly #reader: Reader
  #bounded: ReadonlySet<number> | null = null

  constructor(reader: Reader) {
    this.#reader = reader
  }

  async load(): Promise<void> {
    this.#bounded = await boundedAgents(this.#reader)
  }

  /** Call when an agent connects, who may be newer than the last load. */
  async meet(agentId: number): Promise<void> {
    if (this.#bounded?.has(agentId) === false) await this.load()
  }

  /** Reloads if these rows change a visibility scope. Call it before making their events. */
  async follow(rows: readonly LogRow[]): Promise<void> {
    if (rows.some(({ noun }) => noun === 'sight')) await this.load()
  }

  /** Looks up which items these agents may see. */
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

/** The event that adds a conversation to a listener's visibility scope or removes it. */
export function visibilityEvent(event: SocketEvent, given: 'seen' | 'lost'): SocketEvent {
  if (event.event !== 'conversation') throw new Error(`Only a conversation is handed on, not: ${event.event}`)
  const { data, seq } = event
  return {
    event: 'sight',
    data: { conversation_id: data.id, conversation: given === 'seen' ? data : null },
    seq,
  }
}
