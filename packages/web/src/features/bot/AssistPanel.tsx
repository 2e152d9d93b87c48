import type { AssistUses } from '@parley/core/assist/api'
import type { AssistKind } from '@parley/core/assist/constants'
import { useAssistUses } from '../../data/bot/assist.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'

/** One of them, and several. */
const kindNames: Readonly<Record<AssistKind, readonly [string, string]>> = {
  translate: ['translation', 'translations'],
  summarise: ['summary', 'summaries'],
  draft: ['draft', 'drafts'],
  intent: ['second opinion', 'second opinions'],
}

/** Whether assist is there, and how much of the day's calls is used. */
export function AssistPanel() {
  const held = useAssistUses()
  return (
    <Grid as="section" gap={3} pad={4} aria-label="Assist">
      <Text as="h2" size="body" weight={600}>
        Assist
      </Text>
      {held.isPending && <Spinner label="Loading uses of assist" />}
      {held.isError && held.data === undefined && (
        <RetryState
          title="How often assist was used could not be fetched"
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
          action="Try again"
        />
      )}
      {held.data !== undefined && <Uses uses={held.data} />}
    </Grid>
  )
}

function Uses({ uses }: { uses: AssistUses }) {
  const { model, host, cap, today, failed, kinds } = uses
  const words = kinds.map(({ kind, count }) => {
    const [one, several] = kindNames[kind]
    return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
  })
  return (
    <>
      <Grid flex="shrink" size="list" breaks>
        <span>
          {cap === null
            ? 'Off: it is not configured on this server'
            : `${today.toLocaleString('en')} of ${cap.toLocaleString('en')} calls used today`}
        </span>
        {cap !== null && (
          <Text size="meta" tone="muted">
            {model} at {host}
          </Text>
        )}
        {words.length > 0 && (
          <Text size="meta" tone="muted">
            {words.join(', ')}
          </Text>
        )}
        {failed > 0 && (
          <Text size="meta" tone="muted">
            {failed.toLocaleString('en')} without an answer that can be used
          </Text>
        )}
      </Grid>
      {cap !== null && <Meter percent={(100 * today) / cap} tone={today >= cap ? 'danger' : 'accent'} />}
    </>
  )
}
