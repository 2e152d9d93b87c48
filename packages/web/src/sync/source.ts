import type { Cached } from '@parley/core/live/cached'
import { type Answer, Needs } from '@parley/core/live/fetchers'
import { asked, pageSizes, type Source } from '@parley/core/live/load'
import type { WorkPart } from '@parley/core/work/constants'
import { RecentEvents } from '@parley/core/live/recent-events'
import { apiFetchers, RequestBatcher } from '../client/asks.ts'
import { api } from '../client/client.ts'
import { ownSession } from '../client/session-store.ts'

/** The frames of this page's socket. */
export const recentEvents = new RecentEvents()

/** What stands around this page's threads, whoever asks for it. */
export const work = new RequestBatcher(api)

/** Where this page's held answers come from. */
export const source: Source = {
  ask: apiFetchers(api),
  recent: recentEvents,
  needs: new Needs(),
  pageSizes,
  viewerId: () => ownSession()?.user.id ?? null,
}

/** What a query holds that events invalidate: an answer, and the log number that it is true from. */
export async function fetched<T>(
  ask: () => Promise<Answer<unknown>>,
  read: (value: unknown) => T,
  recent = recentEvents,
): Promise<Cached<T>> {
  const { value, seq } = await asked(recent, ask)
  return { value: read(value), seq: seq ?? 0 }
}

/** A part of what stands around a thread, which travels with the others that are asked for in the same moment. */
export const besideThread = <T>(
  conversationId: string,
  part: WorkPart,
  alone: () => Promise<Answer<unknown>>,
  read: (value: unknown) => T,
): Promise<Cached<T>> => fetched(() => work.ask({ conversationId, part }, alone), read)
