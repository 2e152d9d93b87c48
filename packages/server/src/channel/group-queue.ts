/** What a group queue does with its items. */
export interface GroupWork<T> {
  /** All of them in one go, or none: rejects if any cannot be done that way. */
  readonly together: (items: readonly T[]) => Promise<void>
  /** One by itself. */
  readonly alone: (item: T) => Promise<void>
  /** Items of one kin are done one after the other also when each is done alone. */
  readonly kin: (item: T) => string
  readonly sizeOf: (item: T) => number
  /** Milliseconds from any beginning. */
  readonly clock: () => number
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
 * After a group of several, the next ones are as good as on their way: for as many of them the next group waits, or the
 * first to come would go alone and the rest behind it. At most for this share of what the last group took, and no longer
 * than this; who comes after a pause never waits.
 */
const company = { share: 0.25, mostMs: 20, pauseMs: 5 }

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

  const runGroup = async (group: readonly Waiting<T>[]) => {
    try {
      await work.together(group.map(({ item }) => item))
      for (const { resolve } of group) resolve()
    } catch (error) {
      // Whose fault it was shows when each is tried alone; that failure reaches its own caller.
      work.onSplit(error, group.length)
      await runAlone(group)
    }
  }

  /** How many are as good as on their way. */
  let expected = 1
  let lastMs = 0
  let onArrival: () => void = () => undefined
  let forget: NodeJS.Timeout | undefined

  const gather = async () => {
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, Math.min(company.mostMs, company.share * lastMs))
      onArrival = () => {
        if (waiting.length < expected) return
        clearTimeout(timer)
        resolve()
      }
    })
    onArrival = () => undefined
  }

  const run = async () => {
    running = true
    clearTimeout(forget)
    while (waiting.length > 0) {
      if (waiting.length < expected) await gather()
      const group = nextGroup()
      const started = work.clock()
      await runGroup(group)
      lastMs = work.clock() - started
      // Those who were just answered come again, beside those who wait already.
      expected = Math.min(most.items, group.length + waiting.length)
    }
    running = false
    forget = setTimeout(() => {
      expected = 1
    }, company.pauseMs)
    forget.unref()
  }

  return {
    put: item =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (running) onArrival()
        else void run()
      }),
  }
}
