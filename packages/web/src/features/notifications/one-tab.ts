/** Other tabs hear of the same by other ways, and seconds later. */
const heldMs = 30_000
/** A tab that is in front goes first. */
const behindMs = 300

export interface OneTabWorld {
  /** Undefined on plain http, which has none: then each tab tells. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  isInFront(): boolean
  wait(ms: number): Promise<void>
}

/** Whether this tab is the one that tells of something; of several that ask by the same name only the first is. */
export async function isTeller(world: OneTabWorld, name: string): Promise<boolean> {
  const { locks } = world
  if (locks === undefined) return true
  if (!world.isInFront()) await world.wait(behindMs)
  return new Promise((resolve, reject) => {
    const held = locks.request(`parley-notice ${name}`, { ifAvailable: true }, async lock => {
      resolve(lock !== null)
      if (lock !== null) await world.wait(heldMs)
    })
    held.catch(reject)
  })
}
