import type { LiveEvent } from '@parley/core/sockets/api'
import { applyEvent } from '@parley/core/live/feed'
import type { RecentEvents } from '@parley/core/live/recent-events'
import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../client/api-failure.ts'
import { answerCache } from './query-cache.ts'
import { recentEvents } from './source.ts'

/** What a write answered, as the frame that will tell everybody the same. */
interface AnswerEvent {
  readonly event: Extract<LiveEvent, { data: { id: string } }>['event']
  readonly data: { readonly id: string }
}

/** A frame of the same entity that came late can be from before the write; where there are versions, they tell. */
const isAsNew = (
  frame: { readonly id: string; readonly version?: unknown },
  said: { readonly id: string; readonly version?: unknown },
): boolean => {
  if (frame.id !== said.id) return false
  const [heard, answered] = [frame.version, said.version]
  return typeof heard !== 'number' || typeof answered !== 'number' || heard >= answered
}

/**
 * Runs a write and brings its answer into everything held, so that the screen follows the click and not the socket. What
 * the socket said of the same entity while the call ran is at least as new and stays. Rejects as the call does; a refused
 * edit tells what there is now, and that is brought in too.
 */
export async function applyMutationResult<T>(
  client: QueryClient,
  write: () => Promise<{ readonly value: T }>,
  frameOf: (value: T) => AnswerEvent,
  recent: Pick<RecentEvents, 'arrived' | 'arrivedSince'> = recentEvents,
): Promise<T> {
  const bookmark = recent.arrived
  const bring = (said: AnswerEvent) => {
    const isKnown = recent
      .arrivedSince(bookmark)
      .some(({ event, data }) => event === said.event && 'id' in data && isAsNew(data, said.data))
    if (isKnown) return
    const event = { ...said, seq: Number.MAX_SAFE_INTEGER } as LiveEvent
    for (const entry of answerCache(client).entries()) applyEvent(entry, event)
  }
  try {
    const { value } = await write()
    bring(frameOf(value))
    return value
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.current !== undefined) bring(frameOf(cause.current as T))
    throw cause
  }
}

/** The same of a write that answers a conversation. */
export const writeConversation = <T extends { readonly id: string }>(
  client: QueryClient,
  write: () => Promise<{ readonly value: T }>,
): Promise<T> => applyMutationResult(client, write, row => ({ event: 'conversation', data: row }))

/** Runs a write and holds its answer, or what a refused edit says that there is now. Rejects as the call does. */
export async function heldWrite<T>(
  write: () => Promise<{ readonly value: unknown }>,
  hold: (value: unknown) => T,
): Promise<T> {
  try {
    return hold((await write()).value)
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.current !== undefined) hold(cause.current)
    throw cause
  }
}
