import { type Device, isOpenPlace } from './device-store.ts'
import type { DraftStorage } from './keeper.ts'

/**
 * Takes what an earlier version kept for everybody to read out of this browser: the agent's own goes to the keeper, unless
 * something newer is there; what others left is removed, since nobody here has their keys.
 */
export async function takeClearValues(from: Device, agentId: string, to: DraftStorage): Promise<void> {
  for (const [place, value] of await from.entries()) {
    if (isOpenPlace(place)) continue
    const isOwn = place.split(':')[1] === agentId
    if (isOwn && (await to.read(place)) === undefined) await to.keep(place, value)
    await from.del(place)
  }
}
