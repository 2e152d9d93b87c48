import type { AssistUses } from '@parley/core/assist/api'
import type { AssistKind } from '@parley/core/assist/constants'
import type { BotNumber } from '@parley/core/bot/api'
import { plural, t } from '@parley/core/text/translate'
import { type ReactNode, useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useAssistUses, useBotNumbers, useSetBotNumber } from '../../data/bot/bot.ts'
import { Button } from '../../ui/Button.tsx'
import { Meter } from '../../ui/charts/Meter.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Fetched } from '../../ui/states/Fetched.tsx'

/** Where the bot answers first, by number and bridge. */
export function NumbersPanel() {
  return (
    <Panel title={t('Where the bot answers')}>
      <Fetched
        held={useBotNumbers()}
        loading={t('Loading numbers')}
        failed={t('The numbers could not be fetched')}
      >
        {numbers => (
          <Grid as="ul" gap={3}>
            {numbers.map(number => (
              <NumberLine key={number.id} number={number} />
            ))}
          </Grid>
        )}
      </Fetched>
    </Panel>
  )
}

function NumberLine({ number }: { number: BotNumber }) {
  const set = useSetBotNumber()
  const { busy, failure, run } = useAction(cause => laterFailureWords('setBotNumber', cause))
  const [asking, setAsking] = useState(false)
  const name = number.name ?? 'WhatsApp'
  const conversations = plural(
    number.conversations,
    { one: '{conversations} open conversation', other: '{conversations} open conversations' },
    { conversations: number.conversations.toLocaleString('en') },
  )
  const turn = async (isOn: boolean) => {
    if (await run(() => set(number.id, isOn))) setAsking(false)
  }
  return (
    <HStack as="li" gap={2} justify="between" wrap>
      <Grid flex="shrink" size="list" breaks>
        <span>{name}</span>
        <Text size="meta" tone="muted">
          {number.bot_on ? t('Bot answers first · {conversations}', { conversations }) : t('People answer')}
        </Text>
      </Grid>
      <Button
        size="small"
        busy={busy && !asking}
        aria-label={t('Turn {onOrOff} the bot for {name}', { onOrOff: number.bot_on ? 'off' : 'on', name })}
        onClick={() => (number.bot_on ? setAsking(true) : void turn(true))}
      >
        {number.bot_on ? t('Turn off') : t('Turn on')}
      </Button>
      {!asking && failure !== null && <FailureNote>{failure}</FailureNote>}
      {asking && (
        <ConfirmDialog
          title={t('Turn off the bot for {name}?', { name })}
          action={t('Turn off')}
          busy={busy}
          failure={failure}
          onConfirm={() => void turn(false)}
          onClose={() => setAsking(false)}
        >
          {t('Agents answer customers from now on. Conversations with the bot go to the queue.')}
        </ConfirmDialog>
      )}
    </HStack>
  )
}

/** One of them, and several. */
const kindNames: Readonly<Record<AssistKind, readonly [string, string]>> = {
  translate: ['translation', 'translations'],
  summarise: ['summary', 'summaries'],
  draft: ['draft', 'drafts'],
  intent: [t('second opinion'), t('second opinions')],
}

/** Whether assist is there, and how much of the day's calls is used. */
export function AssistPanel() {
  return (
    <Panel title={t('Assist')}>
      <Fetched
        held={useAssistUses()}
        loading={t('Loading uses of assist')}
        failed={t('How often assist was used could not be fetched')}
      >
        {uses => <Uses uses={uses} />}
      </Fetched>
    </Panel>
  )
}

function Uses({ uses }: { uses: AssistUses }) {
  const { model, host, cap, today, failed, kinds } = uses
  const words = kinds.map(({ kind, count }) => {
    const [one, several] = kindNames[kind]
    return `${count.toLocaleString('en')} ${count === 1 ? one : several}`
  })
  const facts = [
    cap !== null && t('{model} at {host}', { model: model ?? '', host: host ?? '' }),
    words.join(', '),
    failed > 0 && t('{failed} without an answer that can be used', { failed: failed.toLocaleString('en') }),
  ].flatMap(fact => fact || [])
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
        {facts.map(fact => (
          <Text key={fact} size="meta" tone="muted">
            {fact}
          </Text>
        ))}
      </Grid>
      {cap !== null && <Meter percent={(100 * today) / cap} tone={today >= cap ? 'danger' : 'accent'} />}
    </>
  )
}

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Grid as="section" gap={3} pad={4} aria-label={title}>
    <Text as="h2" size="body" weight={600}>
      {title}
    </Text>
    {children}
  </Grid>
)
