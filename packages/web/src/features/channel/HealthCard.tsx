import { t } from '@parley/core/text/translate'
import { Link } from 'react-router'
import { useChannelHealth } from '../../data/channel/channel.ts'
import { Card } from '../../ui/Card.tsx'
import { Center } from '../../ui/layout/Layout.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { HealthPanel } from './HealthPanel.tsx'

/** How the business numbers stand with WhatsApp, on the dashboard. */
export function HealthCard() {
  const { data, error, isFetching, refetch } = useChannelHealth()
  return (
    <Card
      title={t('Channel health')}
      period={t('now')}
      actions={<Link to="/settings/channels">{t('See the channel')}</Link>}
    >
      {data !== undefined ? (
        <HealthPanel health={data} />
      ) : error === null ? (
        <Center pad={4}>
          <Spinner label={t('Loading the channel’s health')} />
        </Center>
      ) : (
        <RetryState
          title={t('The channel’s health could not be loaded')}
          hint={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}
