import { EventEmitter } from 'node:events'
import { Logger, runMigrations, runTaskList, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { faultText } from '../db/logged-error.ts'
import type { Db } from '../db/open.ts'
import { keepingAlive } from '../db/connection/pool.ts'
import { interval, type Repeated, type Timer } from '../timers/interval.ts'

/** Background work that repeats. It also runs at the times set by `runJobAt`. */
export interface Job {
  readonly name: string
  /** Seconds between two runs. */
  readonly everyS: number
  /** Whether the job may run for minutes. Such jobs have workers of their own, so that they delay no offer. */
  readonly isLong?: boolean
  /** Safe to run twice at once. The signal asks it to stop early. */
  readonly run: (closing: AbortSignal) => unknown
}

/** Milliseconds between two looks for due jobs. A new job with a time in the past wakes a worker at once. */
const pollMs = { short: 2_000, long: 15_000 }
const workers = { short: 2, long: 3 }
const scheduleEveryMs = 5_000

const poolOf = (url: string, max: number): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    options: '-c jit=off',
    max,
    connectionTimeoutMillis: 10_000,
    query_timeout: 12_000,
    ...keepingAlive,
  })
  // The library notices a lost connection at its next statement. An error without a listener would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

export async function installQueue(url: string): Promise<void> {
  const pgPool = poolOf(url, 1)
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

export interface QueueOptions {
  readonly db: Db
  readonly url: string
  readonly jobs: readonly Job[]
  readonly trouble: (name: string) => (error: unknown) => void
  readonly timer?: Timer | undefined
}

/** Runs each due job on one of the processes that share the database. Closing waits for running jobs. */
export function startQueue({ db, url, jobs, trouble, timer }: QueueOptions): Repeated {
  const closing = new AbortController()
  const tasksOf = (isLong: boolean): TaskList =>
    Object.fromEntries(
      jobs.filter(job => (job.isLong ?? false) === isLong).map(job => [job.name, taskOf(job)]),
    )
  const taskOf =
    ({ name, run }: Job) =>
    async () => {
      try {
        await run(closing.signal)
      } catch (error) {
        trouble(name)(error)
        // The queue stores and shows this text.
        throw new Error(faultText(error), { cause: error })
      }
    }
  const pgPool = poolOf(url, workers.short + workers.long + 2)
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error' && meta?.['failure'] !== true && !closing.signal.aborted)
      trouble('queue')(new Error(message))
  })
  const begin = (speed: 'short' | 'long') => {
    const state = { isBroken: false }
    const events = new EventEmitter()
    events.on('worker:stop', () => {
      state.isBroken = true
    })
    const options = {
      logger,
      events,
      concurrency: workers[speed],
      pollInterval: pollMs[speed],
      noHandleSignals: true,
      // One clock decides when a job is due and which rows the job finds due.
      useNodeTime: true,
    }
    return { speed, state, pool: runTaskList(options, tasksOf(speed === 'long'), pgPool) }
  }
  let pools = [begin('short'), begin('long')]
  const ended: Promise<void>[] = []
  // A worker ends if it cannot store a result, and the library starts no other.
  const replaceEnded = () => {
    for (const { pool, state, speed } of pools) {
      if (!state.isBroken) continue
      pools = pools.map(one => (one.pool === pool ? begin(speed) : one))
      ended.push(pool.gracefulShutdown())
    }
  }
  let isFirst = true
  const schedule = interval(
    scheduleEveryMs,
    async () => {
      await scheduleNext(db, jobs, isFirst)
      isFirst = false
      replaceEnded()
    },
    trouble('queue'),
    timer,
  )
  return {
    close: async () => {
      closing.abort()
      await schedule.close()
      await Promise.all([...ended, ...pools.map(({ pool }) => pool.gracefulShutdown())])
      await pgPool.end()
    },
  }
}

/**
 * Adds the next run of each job without one: the last run ended, or its process died. The queue retries a failed run, and the
 * next regular run replaces it.
 */
async function scheduleNext(db: Db, jobs: readonly Job[], isNow: boolean): Promise<void> {
  // Ordered by name: two processes that add the same jobs in different orders would deadlock.
  await sql`
    select graphile_worker.add_job(name, run_at => next, job_key => name) from (
      select job.name, next
      from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ everyS }) => everyS)}::int[]) as job (name, every_s),
        lateral (select case when ${isNow} then now()
          else to_timestamp((floor(extract(epoch from now()) / every_s) + 1) * every_s) end as next) as times
      where not exists (select 1 from graphile_worker.jobs q
        where q.key = job.name and q.locked_at is null and q.run_at <= next)
      order by job.name) as due`.execute(db)
}
