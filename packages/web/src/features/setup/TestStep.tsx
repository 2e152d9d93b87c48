import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { NumberSetup, Setup } from '@parley/core/setup/api'
import { countdown } from '@parley/core/assignments/rules'
import { conversationPath } from '@parley/core/notifications/rules'
import { useState } from 'react'
import { Link } from 'react-router'
import { serverNow, useServerNow } from '../../client/server-clock.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ExactTime } from './ExactTime.tsx'
import { SetupStep } from './SetupStep.tsx'
import styles from './setup.module.css'
import { allSeenAt, marks, nextMark, numberText } from './words.ts'

/** After this long without a message something is wrong: milliseconds. */
const tooLongMs = 120_000

/** The first conversation of each number, from the phone to the answer that was read. */
export function TestStep({ setup: { numbers, done } }: { setup: Setup }) {
  const read = allSeenAt(numbers.map(({ talk }) => talk.read_at))
  return (
    <SetupStep
      no={3}
      title={t('Send a test')}
      isDone={done.test}
      state={
        done.test && read !== null ? (
          <Badge tone="ok">{rich('Read {moment}', { moment: <Moment iso={read} /> })}</Badge>
        ) : (
          <Listening />
        )
      }
    >
      {numbers.map(number => (
        <NumberTest key={number.phone_number_id} number={number} />
      ))}
      {numbers.some(({ talk }) => talk.received_at === null) && <NothingCame />}
    </SetupStep>
  )
}

function NumberTest({ number }: { number: NumberSetup }) {
  const { talk, bot_answers: isBot } = number
  const next = nextMark(talk)
  return (
    <section aria-label={t('Test of {number}', { number: numberText(number) })}>
      {talk.received_at === null ? (
        <Text as="p" size="list" tone="muted" breaks>
          {rich('Write {hello} to {number} from any phone. It appears here within seconds; then answer it.', {
            hello: (
              <Text as="b" weight={600} tone="text">
                hello
              </Text>
            ),
            number:
              number.display_number !== null && number.name !== null
                ? `${numberText(number)} (${number.name})`
                : numberText(number),
          })}
        </Text>
      ) : (
        <Text as="p" size="list" tone="muted" breaks>
          {t('The first conversation at {number}', { number: numberText(number) })}
          {next !== null && talk.conversation_id !== null && (
            <>
              {': '}
              <Link to={conversationPath(talk.conversation_id, null)}>{t('open it')}</Link>
            </>
          )}
        </Text>
      )}
      <Grid as="ol" gap={2} className={styles.marks}>
        {marks.map(({ name, label }) => {
          const at = talk[name]
          const state = at !== null ? 'seen' : name === next?.name ? 'next' : 'later'
          return (
            <Grid
              as="li"
              key={name}
              size="list"
              weight={500}
              tone="muted"
              className={styles.talkMark}
              data-state={state}
            >
              <span>{label}</span>
              {at === null ? (
                <Text size="meta" tone="muted" breaks>
                  {state === 'next' ? 'waiting' : t('not yet')}
                </Text>
              ) : (
                <ExactTime iso={at} />
              )}
            </Grid>
          )
        })}
      </Grid>
      <Text as="p" size="meta" tone="muted" breaks role="status">
        {next === null ? t('Answered and read.') : `${next.toDo}.`}
        {next?.name === 'read_at' && t(' Phones that hide read receipts never say so.')}
      </Text>
      <Text as="p" size="meta" tone="muted" breaks>
        {isBot
          ? t(
              'The bot answers first at this number: ask it for a person, and your team has the conversation.',
            )
          : t('The bot does not answer at this number.')}
      </Text>
    </section>
  )
}

/** How long this page has been looking. */
function useWaited(): number {
  const [since] = useState(serverNow)
  return Math.max(0, useServerNow() - since)
}

function Listening() {
  const waited = useWaited()
  return (
    <Text size="meta" weight={500} tone="accent" digits className={styles.listening} role="timer">
      {t('Listening for {waited}', { waited: countdown(waited) })}
    </Text>
  )
}

function NothingCame() {
  if (useWaited() < tooLongMs) return null
  return (
    <HStack as="p" gap={2} align="stretch" justify="between" wrap size="list">
      <Text size="list" tone="muted" breaks>
        {t('Nothing after two minutes?')}
      </Text>
      <Link to="/settings/channels">{t('See what WhatsApp sent')}</Link>
    </HStack>
  )
}
