import type { UnclearText } from '@parley/core/intent/api'
import { intentNames, type UnclearMeaning } from '@parley/core/intent/constants'
import { confidenceLabel, intentLabel } from '@parley/core/intent/rules'
import { cut } from '@parley/core/text/format'
import { plural, t } from '@parley/core/text/translate'
import { useState } from 'react'
import { Link } from 'react-router'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useJudgeUnclear, useUnclearTexts } from '../../data/bot/bot.ts'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { rich } from '../../ui/rich.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Fetched } from '../../ui/states/Fetched.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import styles from './bot.module.css'

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
        <Fetched held={held} loading={t('Loading texts')} failed={t('The texts could not be fetched')}>
          {({ texts }) =>
            texts.length > 0 ? (
              <ul className={styles.texts} aria-label={t('Texts that were not understood')}>
                {texts.map(text => (
                  <TextLine key={text.id} text={text} />
                ))}
              </ul>
            ) : (
              !held.isPlaceholderData && (
                <Text as="p" size="list" tone="muted" pad={4}>
                  {nothing[state]}
                </Text>
              )
            )
          }
        </Fetched>
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
  const { busy, failure, run } = useAction(cause => laterFailureWords('judgeUnclear', cause))
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
