import { countdown } from '@parley/core/assignments/rules'
import { conversationPath } from '@parley/core/notifications/rules'
import type { NumberSetup, Setup, SetupPerson } from '@parley/core/setup/api'
import { calendar, exactLabel } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { Check, Circle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { serverNow, useServerNow } from '../../client/server-clock.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Center, Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { rich } from '../../ui/rich.ts'
import styles from './setup.module.css'
import {
  allSeenAt,
  type CheckName,
  checks,
  checksOf,
  connectedText,
  marks,
  nextMark,
  nextStep,
  numberText,
  signedInText,
} from './words.ts'

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

type PeopleStepProps = {
  setup: Setup
  /** A way to let somebody in who has not signed in yet. */
  again: (person: SetupPerson) => ReactNode
  /** A way to invite the next one. */
  children: ReactNode
}

/** Who answers, and how far each of them has come. */
export function PeopleStep({ setup: { people, done }, again, children }: PeopleStepProps) {
  const others = people.total - people.shown.length
  return (
    <SetupStep
      no={2}
      title={t('Add the people who answer')}
      isDone={done.people}
      state={<Badge tone={done.people ? 'ok' : 'warn'}>{signedInText(people)}</Badge>}
    >
      <Text as="p" size="list" tone="muted" breaks>
        {t(
          'Two agents or supervisors at least, each signed in once. A second factor is recommended, not required here.',
        )}
      </Text>
      <div className={styles.box}>
        {people.shown.length > 0 && (
          <ul aria-label={t('Who answers')}>
            {people.shown.map(person => (
              <HStack as="li" key={person.id} wrap rule="bottom" className={styles.person}>
                <Avatar name={person.name} />
                <Grid as="span" flex="shrink" className={styles.who}>
                  <Text as="bdi" size="list" weight={500} breaks>
                    {person.name}
                  </Text>
                  <Text as="bdi" size="meta" tone="muted" breaks>
                    {person.email}
                  </Text>
                </Grid>
                <PersonState person={person} />
                {person.signed_in_at === null && again(person)}
              </HStack>
            ))}
          </ul>
        )}
        {others > 0 && (
          <Text as="p" rule="bottom" size="list" className={styles.rest}>
            <Link to="/settings/people">{t('And {count} more', { count: others })}</Link>
          </Text>
        )}
        {children}
      </div>
    </SetupStep>
  )
}

function PersonState({ person }: { person: SetupPerson }) {
  if (person.signed_in_at !== null)
    return (
      <>
        {!person.second_factor && (
          <Text size="meta" tone="muted" breaks>
            {t('No second factor')}
          </Text>
        )}
        <Badge tone="ok">
          {rich('Signed in {moment}', { moment: <Moment iso={person.signed_in_at} /> })}
        </Badge>
      </>
    )
  if (person.invited_at === null) return <Badge tone="info">{t('Has a password, never signed in')}</Badge>
  return <Badge tone="info">{rich('Invited {moment}', { moment: <Moment iso={person.invited_at} /> })}</Badge>
}

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

type SetupStepProps = {
  /** Its place among the steps, from 1 on. */
  no: number
  title: string
  isDone: boolean
  /** How far it is, in a word or two. */
  state: ReactNode
  children: ReactNode
}

/** One step: what is to be done, and what was seen of it. */
function SetupStep({ no, title, isDone, state, children }: SetupStepProps) {
  const id = useId()
  return (
    <Grid as="li" gap={3.5} frame className={styles.step} aria-labelledby={id}>
      <Center
        as="span"
        size="list"
        weight={600}
        className={styles.mark}
        data-done={isDone || undefined}
        aria-hidden="true"
      >
        {isDone ? <Check size={16} strokeWidth={2} /> : no}
      </Center>
      <Grid gap={2} flex="shrink">
        <HStack justify="between" wrap className={styles.head}>
          <Text as="h3" id={id} size="body" weight={600}>
            {title}
          </Text>
          {state}
        </HStack>
        {children}
      </Grid>
    </Grid>
  )
}

const local = calendar()

/** When something was seen, to the second. */
function ExactTime({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <Text as="time" size="meta" tone="muted" nowrap digits dateTime={iso} title={local.full(at)}>
      {exactLabel(local, at, useNow())}
    </Text>
  )
}
