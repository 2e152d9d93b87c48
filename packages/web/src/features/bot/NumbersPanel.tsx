import { plural, t } from '@parley/core/text/translate'
import type { BotNumber } from '@parley/core/bot/api'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useBotNumbers, useSetBotNumber } from '../../data/bot/bot.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'

const notSet = (cause: unknown) => laterFailureWords('setBotNumber', cause)

/** Where the bot answers first, by number and bridge. */
export function NumbersPanel() {
  const held = useBotNumbers()
  const numbers = held.data
  return (
    <Grid as="section" gap={3} pad={4} aria-label={t('Where the bot answers')}>
      <Text as="h2" size="body" weight={600}>
        {t('Where the bot answers')}
      </Text>
      {held.isPending && <Spinner label={t('Loading numbers')} />}
      {held.isError && numbers === undefined && (
        <RetryState
          title={t('The numbers could not be fetched')}
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
          action={t('Try again')}
        />
      )}
      {numbers !== undefined && (
        <Grid as="ul" gap={3}>
          {numbers.map(number => (
            <NumberLine key={number.id} number={number} />
          ))}
        </Grid>
      )}
    </Grid>
  )
}

const openWords = (conversations: number): string =>
  plural(
    conversations,
    { one: '{conversations} open conversation', other: '{conversations} open conversations' },
    { conversations: conversations.toLocaleString('en') },
  )

function NumberLine({ number }: { number: BotNumber }) {
  const set = useSetBotNumber()
  const { busy, failure, run } = useAction(notSet)
  const [asking, setAsking] = useState(false)
  const name = number.name ?? 'WhatsApp'
  const turn = async (isOn: boolean) => {
    if (await run(() => set(number.id, isOn))) setAsking(false)
  }
  return (
    <HStack as="li" gap={2} justify="between" wrap>
      <Grid flex="shrink" size="list" breaks>
        <span>{name}</span>
        <Text size="meta" tone="muted">
          {number.bot_on
            ? t('Bot answers first · {conversations}', { conversations: openWords(number.conversations) })
            : t('People answer')}
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
