import { t } from '@parley/core/text/translate'
import type { AssistUses } from '@parley/core/assist/api'
import type { AssistKind } from '@parley/core/assist/constants'
import { useAssistUses } from '../../data/bot/bot.ts'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'

/** One of them, and several. */
const kindNames: Readonly<Record<AssistKind, readonly [string, string]>> = {
  translate: ['translation', 'translations'],
  summarise: ['summary', 'summaries'],
  draft: ['draft', 'drafts'],
  intent: [t('second opinion'), t('second opinions')],
}

/** Whether assist is there, and how much of the day's calls is used. */
export function AssistPanel() {
  const held = useAssistUses()
  return (
    <Grid as="section" gap={3} pad={4} aria-label={t('Assist')}>
      <Text as="h2" size="body" weight={600}>
        {t('Assist')}
      </Text>
      {held.isPending && <Spinner label={t('Loading uses of assist')} />}
      {held.isError && held.data === undefined && (
        <RetryState
          title={t('How often assist was used could not be fetched')}
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
          action={t('Try again')}
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
            ? t('Off: it is not configured on this server')
            : t('{today} of {cap} calls used today', {
                today: today.toLocaleString('en'),
                cap: cap.toLocaleString('en'),
              })}
        </span>
        {cap !== null && (
          <Text size="meta" tone="muted">
            {t('{model} at {host}', { model: model ?? '', host: host ?? '' })}
          </Text>
        )}
        {words.length > 0 && (
          <Text size="meta" tone="muted">
            {words.join(', ')}
          </Text>
        )}
        {failed > 0 && (
          <Text size="meta" tone="muted">
            {t('{failed} without an answer that can be used', { failed: failed.toLocaleString('en') })}
          </Text>
        )}
      </Grid>
      {cap !== null && <Meter percent={(100 * today) / cap} tone={today >= cap ? 'danger' : 'accent'} />}
    </>
  )
}
