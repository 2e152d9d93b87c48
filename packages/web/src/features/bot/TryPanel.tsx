import type { TriedTurn } from '@parley/core/bot/api'
import type { SteppedReason } from '@parley/core/bot/brief-constants'
import { mostTriedTexts } from '@parley/core/bot/constants'
import { confidenceLabel, intentLabel } from '@parley/core/intent/rules'
import { languageNames } from '@parley/core/text/languages'
import { t } from '@parley/core/text/translate'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { tryBot } from '../../data/bot/bot.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import styles from './bot.module.css'

/** A box in which to write as a customer and see what the bot would do. No conversation is touched. */
export function TryPanel() {
  const [turns, setTurns] = useState<readonly TriedTurn[]>([])
  const [text, setText] = useState('')
  const [drafts, setDrafts] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { busy, failure, run, dismiss } = useAction(cause => laterFailureWords('tryBot', cause))
  const last = turns.at(-1)
  const isOver = last !== undefined && (last.handover !== null || turns.length >= mostTriedTexts)

  // The newest is at the end.
  useEffect(() => {
    if (last !== undefined && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  }, [last])

  const ask = async (texts: readonly string[], withDrafts: boolean) => {
    const isDone = await run(async () => setTurns(await tryBot(texts, withDrafts)))
    if (isDone) field.current?.focus()
    return isDone
  }
  const say = async (words: string) => {
    if (words === '' || isOver) return
    if (await ask([...turns.map(turn => turn.text), words], drafts)) setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void say(text.trim())
  }
  const startAgain = () => {
    setTurns([])
    dismiss()
    field.current?.focus()
  }
  const switchDrafts = async (isOn: boolean) => {
    setDrafts(isOn)
    const texts = turns.map(turn => turn.text)
    if (texts.length > 0 && !(await ask(texts, isOn))) setDrafts(!isOn)
  }
  return (
    <Grid as="section" gap={3} rule="bottom" pad={4} aria-label={t('Test it')}>
      <HStack justify="between" className={styles.head}>
        <Text as="h2" size="body" weight={600}>
          {t('Test it')}
        </Text>
        {turns.length > 0 && (
          <Button size="small" onClick={startAgain}>
            {t('Start again')}
          </Button>
        )}
      </HStack>
      {turns.length === 0 ? (
        <Text as="p" size="list" tone="muted">
          {t('Write as a new customer would. You see what the bot would do; nothing is sent or kept.')}
        </Text>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keys
        <div ref={box} role="region" aria-label={t('Try')} tabIndex={0} className={styles.scroll}>
          <Grid as="ol" gap={3} aria-label={t('What was said')} aria-live="polite">
            {turns.map((turn, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- a turn is what stands at its place
              <Grid as="li" key={n} gap={2} flex="shrink" size="list" breaks>
                <p className={styles.asked} dir="auto">
                  {turn.text}
                </p>
                {turn.replies.map((reply, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- and so is a reply
                  <Grid key={place} gap={2} className={styles.reply}>
                    <p dir="auto">{reply.text}</p>
                    {n === turns.length - 1 && !isOver && reply.choices.length > 0 && (
                      <HStack gap={1} align="stretch" wrap>
                        {reply.choices.map(choice => (
                          <Button key={choice} size="small" disabled={busy} onClick={() => void say(choice)}>
                            {choice}
                          </Button>
                        ))}
                      </HStack>
                    )}
                  </Grid>
                ))}
              </Grid>
            ))}
          </Grid>
        </div>
      )}
      {last !== undefined && <Why turn={last} />}
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <Grid as="form" gap={2} align="end" className={styles.form} onSubmit={submit}>
        <TextField
          ref={field}
          label={t('Write as a customer')}
          value={text}
          maxLength={1_000}
          disabled={isOver}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy} disabled={isOver || text.trim() === ''}>
          {t('Ask')}
        </Button>
      </Grid>
      <Checkbox
        label={t('With answers that are not published yet')}
        checked={drafts}
        disabled={busy}
        onChange={event => void switchDrafts(event.target.checked)}
      />
    </Grid>
  )
}

const why: Readonly<Record<SteppedReason, string>> = {
  asked: t('asked for a person'),
  complaint: 'complains',
  'not-understood': t('was not understood twice'),
  'no-answer': t('asks what the bot has no answer to'),
  'needs-person': t('needs what only people can do'),
  runaway: t('seems to be a program'),
  rule: t('wants what is left to people'),
}

/** How the bot came to the newest answer. */
function Why({ turn }: { turn: TriedTurn }) {
  const { intent, confidence, next_best: next, entities, language, answer, handover } = turn
  const named = Object.entries(entities).map(
    ([kind, values]) => `${kind.replaceAll('_', ' ')}: ${(values ?? []).join(', ')}`,
  )
  const facts: readonly (readonly [string, string])[] = [
    [
      t('Intent'),
      intent === null ? t('None of these') : `${intentLabel(intent)}, ${confidenceLabel(confidence)}`,
    ],
    ...(next === null
      ? []
      : [[t('Next best'), `${intentLabel(next.intent)}, ${confidenceLabel(next.confidence)}`] as const]),
    [t('Found'), named.length === 0 ? t('Nothing') : named.join('; ')],
    [t('Language'), languageNames[language]],
    [t('Answer'), answer ?? t('None of the knowledge')],
    [t('Hand over'), handover === null ? t('No') : t('Yes: the customer {why}', { why: why[handover] })],
  ]
  return (
    <Grid as="dl" gap={0.5} size="meta" className={styles.facts} aria-label={t('How the bot came to it')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Grid>
  )
}
