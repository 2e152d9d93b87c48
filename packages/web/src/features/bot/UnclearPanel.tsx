import { plural, t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UnclearText } from '@parley/core/intent/api'
import { intentNames, type UnclearMeaning } from '@parley/core/intent/constants'
import { confidenceLabel, intentLabel } from '@parley/core/intent/rules'
import { cut } from '@parley/core/text/format'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useJudgeUnclear, useUnclearTexts } from '../../data/bot/bot.ts'
import { Card } from '../../ui/Card.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './unclear.module.css'

const notJudged = (cause: unknown) => laterFailureWords('judgeUnclear', cause)

type State = 'open' | 'judged'

const nothing: Record<State, string> = {
  open: t('No messages to review. Messages that the bot does not understand are listed here.'),
  judged: t('No labelled messages yet.'),
}

/** What customers wrote and the bot did not understand, to be given a meaning that it learns from. */
export function UnclearPanel() {
  const [state, setState] = useState<State>('open')
  const held = useUnclearTexts(state)
  const found = held.data
  return (
    <Card title={t('Not understood')}>
      <Tabs
        label={t('Texts')}
        variant="line"
        value={state}
        onChange={setState}
        tabs={[
          { value: 'open', label: t('Unlabelled'), count: found?.open },
          { value: 'judged', label: t('Labelled'), count: found?.judged },
        ]}
      >
        {held.isPending && <Spinner label={t('Loading texts')} />}
        {held.isError && found === undefined && (
          <RetryState
            title={t('The texts could not be fetched')}
            busy={held.isFetching}
            onRetry={() => void held.refetch()}
            action={t('Try again')}
          />
        )}
        {found !== undefined && !held.isPlaceholderData && found.texts.length === 0 && (
          <Text as="p" size="list" tone="muted" pad={4}>
            {nothing[state]}
          </Text>
        )}
        {found !== undefined && found.texts.length > 0 && (
          <ul className={styles.texts} aria-label={t('Texts that were not understood')}>
            {found.texts.map(text => (
              <TextLine key={text.id} text={text} />
            ))}
          </ul>
        )}
      </Tabs>
    </Card>
  )
}

type Chosen = UnclearMeaning | 'none'

const meanings: readonly { value: Chosen; label: string }[] = [
  { value: 'none', label: t('Choose a label') },
  ...intentNames.map(name => ({ value: name, label: intentLabel(name) })),
  { value: 'outside', label: t('Not about our services') },
  { value: 'aside', label: t('Put aside') },
]

function TextLine({ text }: { text: UnclearText }) {
  const judge = useJudgeUnclear()
  const { busy, failure, run } = useAction(notJudged)
  const { guess, count } = text
  return (
    <HStack as="li" justify="between" wrap rule="top" className={styles.text}>
      <Grid gap={0.5} flex="shrink" breaks className={styles.words}>
        <q className={styles.said} dir="auto">
          {text.text}
        </q>
        <Text size="meta" tone="muted">
          {rich('{times}, last {link}', {
            times: plural(
              count,
              { one: 'Once', other: '{count} times' },
              { count: count.toLocaleString('en') },
            ),
            link: (
              <Link to={`/conversations/${text.conversation_id}?message=${text.id}`}>
                <Moment iso={text.at} />
              </Link>
            ),
          })}
          {guess !== null && `. Nearest: ${intentLabel(guess.intent)}, ${confidenceLabel(guess.confidence)}`}
        </Text>
        {failure !== null && <FailureNote>{failure}</FailureNote>}
      </Grid>
      <Select<Chosen>
        label={t('Meaning of “{text}”', { text: cut(text.text, 60) })}
        labelHidden
        disabled={busy}
        value={text.meaning ?? 'none'}
        onChange={meaning => void run(() => judge(text.id, meaning === 'none' ? null : meaning))}
        choices={meanings}
      />
    </HStack>
  )
}
