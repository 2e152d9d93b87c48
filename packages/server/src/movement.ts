/** Whether pieces of work that go on beside each other come to an end. */
export interface Movement {
  /** Does a piece. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds since the last piece ended, or since there was any to do; 0 while there is none. */
  readonly stillMs: () => number
}

/** Opens one, without work. */
export function openMovement(clock: () => number = () => performance.now()): Movement {
  let underWay = 0
  let movedAt = 0
  return {
    during: async work => {
      if (underWay === 0) movedAt = clock()
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
        movedAt = clock()
      }
    },
    stillMs: () => (underWay === 0 ? 0 : clock() - movedAt),
  }
}
