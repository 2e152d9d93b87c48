import type { Answer } from '@parley/core/live/answer'
import type { Held } from '@parley/core/live/held'
import { asked, pageSizes, type Source } from '@parley/core/live/load'
import { Needs } from '@parley/core/live/needs'
import { RecentFrames } from '@parley/core/live/recent-frames'
import { asksOf } from '../client/asks.ts'
import { api } from '../client/client.ts'
import { WorkAsks } from '../client/work-asks.ts'

/** The frames of this page's socket. */
export const recentFrames = new RecentFrames()

/** What stands around this page's threads, whoever asks for it. */
export const work = new WorkAsks(api)

/** Where this page's held answers come from. */
export const source: Source = {
  ask: asksOf(api),
  recent: recentFrames,
  needs: new Needs(),
  pageSizes,
}

/** What a query holds that events invalidate: an answer, and the log number that it is true from. */
export async function fetched<T>(
  ask: () => Promise<Answer<unknown>>,
  read: (value: unknown) => T,
  recent = recentFrames,
): Promise<Held<T>> {
  const { value, seq } = await asked(recent, ask)
  return { value: read(value), seq: seq ?? 0 }
}
