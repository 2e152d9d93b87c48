import type { Answer } from '@parley/core/live/answer'
import type { Held } from '@parley/core/live/held'
import { asked, pageSizes, type Source } from '@parley/core/live/load'
import { Needs } from '@parley/core/live/needs'
import { RecentFrames } from '@parley/core/live/recent-frames'
import { asksOf } from '../client/asks.ts'
import { api } from '../client/client.ts'
import { serverNow } from '../client/server-clock.ts'
import { WorkAsks } from '../client/work-asks.ts'

/** The frames of this page's socket. */
export const recentFrames = new RecentFrames()

/** What stands around this page's threads, whoever asks for it. */
export const work = new WorkAsks(api)

/** Asked once: to make a formatter for every frame would take longer than the rest of its work. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Where this page's held answers come from. */
export const source: Source = {
  ask: asksOf(api, work),
  recent: recentFrames,
  needs: new Needs(),
  pageSizes,
  moment: () => ({ now: new Date(serverNow()), timeZone }),
}

/** What a query holds that events invalidate: an answer, and the log number that it is true from. */
export async function fetched<T>(
  ask: () => Promise<Answer<unknown>>,
  read: (value: unknown) => T,
): Promise<Held<T>> {
  const { value, seq } = await asked(recentFrames, ask)
  return { value: read(value), seq: seq ?? 0 }
}
