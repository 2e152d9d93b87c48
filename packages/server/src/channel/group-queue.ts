/** What a group queue does with its items. */
export interface GroupWork<T> {
  /** All of them in one go, or none: rejects if any cannot be done that way. */
  readonly together: (items: readonly T[]) => Promise<void>
  /** One by itself. */
  readonly alone: (item: T) => Promise<void>
  /** Items of one kin are done one after the other also when each is done alone. */
  readonly kin: (item: T) => string
  readonly sizeOf: (item: T) => number
  /** Told why a group is tried one by one, and how large it was. */
  readonly onSplit: (error: unknown, items: number) => void
}

/** What waits is done together: nobody waits for company, but who comes while work is under way goes along with the others. */
export interface GroupQueue<T> {
  /** Resolves when the item is done, rejects with its own failure and never with a neighbour's. */
  put(item: T): Promise<void>
}

interface Waiting<T> {
  readonly item: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** So many items, or so much of them, go into one group. */
const most = { items: 64, size: 1024 * 1024 }

/**
 * Does one group after the other, in the order in which their items came. Of a group that fails each item is tried alone,
 * those of different kin side by side.
 */
export function groupQueue<T>(work: GroupWork<T>): GroupQueue<T> {
  const waiting: Waiting<T>[] = []
  let running = false

  const nextGroup = (): readonly Waiting<T>[] => {
    let size = 0
    const end = waiting.findIndex(({ item }, place) => {
      size += work.sizeOf(item)
      return place > 0 && (place >= most.items || size > most.size)
    })
    return waiting.splice(0, end === -1 ? waiting.length : end)
  }

  const runAlone = async (group: readonly Waiting<T>[]) => {
    const byKin = new Map<string, Waiting<T>[]>()
    for (const one of group) {
      const kin = work.kin(one.item)
      byKin.set(kin, [...(byKin.get(kin) ?? []), one])
    }
    const inOrder = async (ones: readonly Waiting<T>[]) => {
      for (const { item, resolve, reject } of ones) await work.alone(item).then(resolve, reject)
    }
    await Promise.all([...byKin.values()].map(inOrder))
  }

  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const group = nextGroup()
      try {
        await work.together(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        // Whose fault it was shows when each is tried alone; that failure reaches its own caller.
        work.onSplit(error, group.length)
        await runAlone(group)
      }
    }
    running = false
  }

  return {
    put: item =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (!running) void run()
      }),
  }
}
