import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { NumberSetup, Setup } from '@parley/core/setup/api'
import { Check, Circle, TriangleAlert } from 'lucide-react'
import { Grid, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ExactTime } from './ExactTime.tsx'
import { SetupStep } from './SetupStep.tsx'
import styles from './setup.module.css'
import { allSeenAt, type CheckName, checks, checksOf, connectedText, nextStep, numberText } from './words.ts'

/** What each number needs to be reached and to answer, with when it was seen last or what is missing. */
export function ConnectStep({ setup: { numbers, done } }: { setup: Setup }) {
  const verified = allSeenAt(numbers.flatMap(checksOf).map(check => check.seen_at))
  return (
    <SetupStep
      no={1}
      title={numbers.length > 1 ? t('Connect the WhatsApp numbers') : t('Connect the WhatsApp number')}
      isDone={done.connect}
      state={
        verified === null ? (
          <Badge tone="warn">{connectedText(numbers)}</Badge>
        ) : (
          <Badge tone="ok">{rich('Verified {moment}', { moment: <Moment iso={verified} /> })}</Badge>
        )
      }
    >
      {numbers.map(number => (
        <section key={number.phone_number_id} aria-label={numberText(number)}>
          <Text as="p" size="list" tone="muted" breaks>
            {number.name !== null && number.display_number !== null && `${number.name}, `}
            {numberText(number)}
          </Text>
          <ul className={styles.checks}>
            {checks.map(({ name, label }) => (
              <NumberCheck key={name} name={name} label={label} number={number} />
            ))}
          </ul>
        </section>
      ))}
    </SetupStep>
  )
}

type NumberCheckProps = { name: CheckName; label: string; number: NumberSetup }

function NumberCheck({ name, label, number }: NumberCheckProps) {
  const { seen_at: at, wrong } = number[name]
  const Icon = at !== null ? Check : wrong !== null ? TriangleAlert : Circle
  const state = at !== null ? 'seen' : wrong !== null ? 'wrong' : 'waiting'
  return (
    <Grid as="li" align="center" size="list" className={styles.check} data-state={state}>
      <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
      <span>{label}</span>
      {at === null ? (
        <Text size="meta" tone="muted" nowrap digits>
          {wrong === null ? t('not yet') : 'no'}
        </Text>
      ) : (
        <ExactTime iso={at} />
      )}
      {at === null && (
        <Text as="p" size="meta" tone="muted" breaks className={styles.next}>
          {nextStep(name, number, location.origin)}
        </Text>
      )}
    </Grid>
  )
}
