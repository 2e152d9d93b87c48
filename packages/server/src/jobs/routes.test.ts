import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'

describe('[Q-378] background jobs, for administrators', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  const jobs = async () => (await at.ann.get('jobs')).reply

  test('a failed job is first, with its error; a retry runs it', async () => {
    const { db } = at.database
    // The job fails, because it cannot count an agent's conversations.
    await sql`alter table status_tallies rename to status_tallies_gone`.execute(db)
    await sql`select graphile_worker.add_job('compact counters', job_key => 'compact counters 1')`.execute(db)
    const failed = await eventually('it to fail', async () =>
      (await jobs()).find(job => job.name === 'compact counters' && job.state === 'failed'),
    )
    expect((await jobs())[0]?.state).toBe('failed')
    expect(failed).toMatchObject({ last_error: 'DatabaseError 42P01' })
    expect(failed.attempts).toBeGreaterThan(0)
    await sql`alter table status_tallies_gone rename to status_tallies`.execute(db)
    // Moved far into the future, so that only the retry runs it.
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '1 day')
      from graphile_worker.jobs where last_error is not null`.execute(db)
    for (const { id, state } of await jobs()) {
      if (state === 'failed')
        expect(await at.ann.ask('retryJob', { params: { id } })).toMatchObject({ status: 204 })
    }
    await eventually('it to be done', async () => (await jobs()).every(job => job.state !== 'failed'))
  })

  test('a job that is not in the queue is 404', async () => {
    const { status, body } = await at.ann.ask('retryJob', { params: { id: '999999' } })
    expect({ status, body }).toMatchObject({ status: 404, body: { detail: 'Job with ID 999999 not found' } })
  })
})
