import { pageSizes, type Source } from '@parley/core/live/load'
import { Needs } from '@parley/core/live/needs'
import { RecentFrames } from '@parley/core/live/recent-frames'
import { asksOf } from '../client/asks.ts'
import { api } from '../client/client.ts'
import { serverNow } from '../client/server-clock.ts'

/** The frames of this page's socket. */
export const recentFrames = new RecentFrames()

/** Asked once: to make a formatter for every frame would take longer than the rest of its work. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Where this page's held answers come from. */
export const source: Source = {
  ask: asksOf(api),
  recent: recentFrames,
  needs: new Needs(),
  pageSizes,
  moment: () => ({ now: new Date(serverNow()), timeZone }),
}
