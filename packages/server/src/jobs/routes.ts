import { jobCalls, type QueuedJob } from '@parley/core/jobs/api'
import { ApiError } from '@parley/core/errors'
import { sql } from 'kysely'
import type { Db } from '../db/open.ts'
import { type Http, mount } from '../http/mount.ts'
import { jobId } from '../http/ids.ts'

/** The queue for administrators. */
export function jobRoutes(http: Http, db: Db): void {
  mount(http, jobCalls, {
    jobs: async () => {
      const { rows } = await sql<Omit<QueuedJob, 'due_at'> & { due_at: Date }>`
        select id::text, task_identifier as name, state, run_at as due_at, attempts::int, last_error
        from graphile_worker.jobs, lateral (select case when locked_at is not null then 'running'
          when last_error is not null or attempts >= max_attempts then 'failed' else 'waiting' end as state) as states
        order by state <> 'failed', run_at, id limit 200`.execute(db)
      return rows.map(row => ({ ...row, due_at: row.due_at.toISOString() }))
    },
    retryJob: async ({ params }) => {
      // A running job cannot be rescheduled.
      const { rows } = await sql`select pg_notify('jobs:insert', '')
        from graphile_worker.reschedule_jobs(array[${jobId(params.id)}]::bigint[], run_at => now(), attempts => 0)`.execute(
        db,
      )
      if (rows.length === 0) throw new ApiError('job.not-found', { id: params.id })
    },
  })
}
