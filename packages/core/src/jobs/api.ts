import * as z from 'zod'
import { declare } from '../call.ts'
import { JobId, PathId, Time } from '../ids.ts'

/** A background job in the queue. */
export const QueuedJob = z.object({
  id: JobId,
  name: z.string(),
  /** failed: its last attempt failed, or its process ended. */
  state: z.enum(['waiting', 'running', 'failed']),
  /** When it runs, or runs again. */
  due_at: Time,
  attempts: z.int(),
  /** Why the last attempt failed, without customers' text; null: it did not fail, or the cause is unknown. */
  last_error: z.string().nullable(),
})
export type QueuedJob = z.output<typeof QueuedJob>

export const jobCalls = declare({
  jobs: {
    method: 'GET',
    path: '/jobs',
    summary: 'Background jobs that failed, run or wait: failed ones first, then by time, at most 200',
    policy: 'settings',
    reply: z.array(QueuedJob),
  },
  retryJob: {
    method: 'POST',
    path: '/jobs/:id/retry',
    summary: 'Run a job that waits or failed now',
    policy: 'settings',
    params: PathId,
    reply: null,
    problems: ['job.not-found'],
  },
})
