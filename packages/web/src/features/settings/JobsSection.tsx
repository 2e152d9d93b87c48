import { t } from '@parley/core/text/translate'
import { laterFailureWords } from '../../client/later-messages.ts'
import { retryJob, useJobs } from '../../data/settings/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid } from '../../ui/layout/Layout.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'

const states = { waiting: t('Waiting'), running: t('Running'), failed: t('Failed') } as const

/** Background jobs, failed ones first, with a retry for each of those. */
export function JobsSection() {
  const jobs = useJobs()
  const { busy, failure, run, dismiss } = useAction(cause => laterFailureWords('retryJob', cause))
  if (jobs.data === undefined) return null
  const failing = jobs.data.filter(job => job.state === 'failed').length
  return (
    <Grid as="section" aria-label={t('Background jobs')} gap={3}>
      <p role="status">
        {failing === 0
          ? t('No failed jobs.')
          : t('{failing} failed. They are retried automatically.', { failing })}
      </p>
      {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
      <ScrollBox label={t('List of background jobs')}>
        <Table label={t('Background jobs')} density="tight">
          <thead>
            <tr>
              {[t('Job'), t('State'), t('Next run'), t('Tries'), t('Last error'), t('Action')].map(title => (
                <HeaderCell key={title}>{title}</HeaderCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobs.data.map(({ id, name, state, due_at: dueAt, attempts, last_error: error }) => (
              <tr key={id}>
                <Cell>{name}</Cell>
                <Cell>{states[state]}</Cell>
                <Cell>
                  <Moment iso={dueAt} />
                </Cell>
                <Cell>{attempts}</Cell>
                <Cell>{error}</Cell>
                <Cell>
                  {state === 'failed' && (
                    <Button
                      size="small"
                      aria-label={t('Retry {name}', { name })}
                      busy={busy}
                      onClick={() => void run(() => retryJob(id).then(() => jobs.refetch()))}
                    >
                      {t('Retry')}
                    </Button>
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollBox>
    </Grid>
  )
}
