import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FilesPlace } from '../attachments/store.ts'
import type { Db, Patience } from '../db/open.ts'
import type { Hub } from '../live/hub.ts'

/** Whether this server can do its work now. Each call checks again. */
export interface Readiness {
  /** @throws Error with the reason if it is not ready */
  check(): Promise<void>
  /** Makes every later check fail, since the server stops. */
  drain(): void
}

export class NotReady extends Error {
  override readonly name = 'NotReady'
}

export interface ReadinessWorld {
  readonly db: Db
  readonly patience: Patience
  readonly files: FilesPlace
  readonly hub: Pick<Hub, 'isBehind'>
  /** Tracks the progress of webhook ingestion. */
  readonly ingesting: Movement
  readonly longestStillMs: number
}

/** The least milliseconds between two test writes, since a write costs more than a read. */
const writeEveryMs = 1_000

export function openReadiness(world: ReadinessWorld): Readiness {
  const { db, patience, files, hub, ingesting, longestStillMs } = world
  let isDraining = false
  let wroteAt = Number.NEGATIVE_INFINITY
  /** The running check, whose result all callers share. It may hang longer than any caller waits. */
  let probing: Promise<void> | null = null

  const probe = async () => {
    await sql`select 1`.execute(db)
    if (performance.now() - wroteAt < writeEveryMs) return
    await writeAnew(db)
    await files.probe()
    wroteAt = performance.now()
  }
  const inTime = async () => {
    probing ??= probe().finally(() => {
      probing = null
    })
    const waiting = new AbortController()
    const tooLate = async () => {
      await sleep(patience.sign, undefined, { signal: waiting.signal, ref: false })
      throw new NotReady('The database or the disk did not answer in time')
    }
    try {
      await Promise.race([probing, tooLate()])
    } finally {
      waiting.abort()
    }
  }
  return {
    check: async () => {
      if (isDraining) throw new NotReady('This server stops')
      if (hub.isBehind()) throw new NotReady('The log of live updates cannot be read')
      if (ingesting.stillMs() >= longestStillMs) throw new NotReady('No webhook that came was taken in')
      await inTime()
    },
    drain: () => {
      isDraining = true
    },
  }
}

/** A temporary table takes new space on the database's disk, and needs no lock that another transaction has. */
const writeAnew = (db: Db): Promise<unknown> =>
  sql`create temporary table parley_probe on commit drop as select 1 as written`.execute(db)

/** Tells whether concurrent pieces of work still end. */
export interface Movement {
  /** Runs `work` and tracks it. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds since the last piece ended, or since work began after a pause. 0 while there is none. */
  readonly stillMs: () => number
}

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
