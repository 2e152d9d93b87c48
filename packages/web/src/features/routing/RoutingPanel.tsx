import { t } from '@parley/core/text/translate'
import { intentLabel } from '@parley/core/intent/rules'
import { useState } from 'react'
import { useChangeRouting, useRouting } from '../../data/routing/routing.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedBy } from '../../ui/Moment.tsx'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { RoutingEditor } from './RoutingEditor.tsx'
import styles from './routing.module.css'
import { offersSentence, ruleWords } from './words.ts'

/** Who is offered what waits in the queue. */
export function RoutingPanel() {
  const held = useRouting()
  const change = useChangeRouting()
  const [editing, setEditing] = useState(false)
  const kept = held.data
  return (
    <Grid as="section" gap={3} aria-label={t('Who takes over')}>
      {held.isPending && <Spinner label={t('Loading who takes over')} />}
      {held.isError && kept === undefined && (
        <RetryState
          title={t('Who takes over could not be fetched')}
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
          action={t('Try again')}
        />
      )}
      {kept !== undefined && (
        <>
          <Text as="p" size="list">
            {offersSentence[kept.routing.offers]}
          </Text>
          {kept.routing.rules.length > 0 && (
            <Grid as="dl" gap={1.5} size="list" className={styles.lines}>
              {kept.routing.rules.map(rule => (
                <div key={rule.intent}>
                  <dt>{intentLabel(rule.intent)}</dt>
                  <dd>
                    <bdi>{ruleWords(rule)}</bdi>
                  </dd>
                </div>
              ))}
            </Grid>
          )}
          {kept.updated_at !== null && (
            <Text as="p" size="meta" tone="muted">
              <ChangedBy at={kept.updated_at} by={kept.updated_by} />
            </Text>
          )}
          <div>
            <Button size="small" onClick={() => setEditing(true)}>
              {t('Edit who takes over')}
            </Button>
          </div>
          {editing && <RoutingEditor kept={kept} onSave={change} onClose={() => setEditing(false)} />}
        </>
      )}
    </Grid>
  )
}
