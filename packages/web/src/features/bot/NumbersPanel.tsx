import type { BotNumber } from '@parley/core/bot/api'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { useBotNumbers, useSetBotNumber } from '../../data/bot/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './numbers.module.css'

const notSet = (cause: unknown) => laterFailureWords('setBotNumber', cause)

/** Where the bot answers first, by number and bridge. */
export function NumbersPanel() {
  const held = useBotNumbers()
  const numbers = held.data
  return (
    <section className={styles.panel} aria-label="Where the bot answers">
      <h2>Where the bot answers</h2>
      {held.isPending && <Spinner label="Loading numbers" />}
      {held.isError && numbers === undefined && (
        <RetryState
          title="The numbers could not be fetched"
          busy={held.isFetching}
          onRetry={() => void held.refetch()}
          action="Try again"
        />
      )}
      {numbers !== undefined && (
        <ul className={styles.numbers}>
          {numbers.map(number => (
            <NumberLine key={number.id} number={number} />
          ))}
        </ul>
      )}
    </section>
  )
}

const openWords = (conversations: number): string =>
  `${conversations.toLocaleString('en')} open conversation${conversations === 1 ? '' : 's'}`

function NumberLine({ number }: { number: BotNumber }) {
  const set = useSetBotNumber()
  const { busy, failure, run } = useAction(notSet)
  const [asking, setAsking] = useState(false)
  const name = number.name ?? 'WhatsApp'
  const turn = async (isOn: boolean) => {
    if (await run(() => set(number.id, isOn))) setAsking(false)
  }
  return (
    <li className={styles.number}>
      <div className={styles.words}>
        <span>{name}</span>
        <span className={styles.remark}>
          {number.bot_on ? `Bot answers first · ${openWords(number.conversations)}` : 'People answer'}
        </span>
      </div>
      <Button
        size="small"
        busy={busy && !asking}
        aria-label={`Turn ${number.bot_on ? 'off' : 'on'} the bot for ${name}`}
        onClick={() => (number.bot_on ? setAsking(true) : void turn(true))}
      >
        {number.bot_on ? 'Turn off' : 'Turn on'}
      </Button>
      {!asking && failure !== null && <FailureNote>{failure}</FailureNote>}
      {asking && (
        <ConfirmDialog
          title={`Turn off the bot for ${name}?`}
          action="Turn off"
          busy={busy}
          failure={failure}
          onConfirm={() => void turn(false)}
          onClose={() => setAsking(false)}
        >
          Customers are answered by people from now on. Whoever waits for the bot goes to the queue.
        </ConfirmDialog>
      )}
    </li>
  )
}
