import type { ChannelHealth, NumberHealth } from '@parley/core/channel/api'
import { problemWords } from '@parley/core/channel/rules'
import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useChannelHealth } from '../../data/channel/channel.ts'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Center, Grid, Text } from '../../ui/layout/Layout.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { rich } from '../../ui/rich.ts'
import { Notice } from '../../ui/states/Notice.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './channel.module.css'
import { minutesSince, qualityLabel, standingLabel } from './words.ts'

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

/** How the numbers stand: what is wrong and what to do about it, and the figures that tell so. */
export function HealthPanel({ health }: { health: ChannelHealth }) {
  const now = useNow()
  const { numbers, waiting, last_inbound_at: last } = health
  const [first, ...others] = numbers
  const own = (number: NumberHealth) => <NumberFigures number={number} />
  return (
    <Grid as="section" aria-label={t('Health')} gap={3} rule="bottom" pad={4}>
      {others.length > 0 &&
        numbers.map(number => (
          <section key={number.phone_number_id} aria-label={number.name ?? number.phone_number_id}>
            <h3 className={styles.number}>{number.name}</h3>
            <dl className={styles.figures}>{own(number)}</dl>
          </section>
        ))}
      <dl className={styles.figures}>
        {first !== undefined && others.length === 0 && own(first)}
        <Figure name={t('Last message in')} value={last === null ? t('None') : <Moment iso={last} />} />
        <Figure name={t('Waiting to be sent')} value={waiting.toLocaleString()}>
          {t('longer than half a minute')}
        </Figure>
      </dl>
      {health.problems.map(problem => {
        const { sentence, forAdministrators } = problemWords(problem, minutesSince(problem.since, now))
        return (
          <Notice key={`${problem.kind} ${problem.number ?? ''}`} tone="warn">
            {sentence} {forAdministrators}
          </Notice>
        )
      })}
    </Grid>
  )
}

function NumberFigures({ number }: { number: NumberHealth }) {
  const { access, quality, standing, checked_at: checked } = number
  return (
    <>
      <Figure
        name={t('Access')}
        value={access === null ? t('Not known yet') : access === 'good' ? t('Good') : t('Refused')}
      >
        {checked === null ? (
          t('never checked')
        ) : (
          <>{rich('checked {moment}', { moment: <Moment iso={checked} /> })}</>
        )}
      </Figure>
      <Figure name={t('Quality')} value={qualityLabel(quality)}>
        {standingLabel(standing)}
      </Figure>
    </>
  )
}

type FigureProps = { name: string; value: ReactNode; children?: ReactNode }

const Figure = ({ name, value, children }: FigureProps) => (
  <div>
    <Text as="dt" size="meta" tone="muted">
      {name}
    </Text>
    <Grid as="dd" size="meta" tone="muted" digits className={styles.value}>
      <Text as="strong" size="section" weight={600} tone="text">
        {value}
      </Text>
      <span>{children}</span>
    </Grid>
  </div>
)
