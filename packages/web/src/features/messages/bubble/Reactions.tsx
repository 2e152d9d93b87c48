import { t } from '@parley/core/text/translate'
import type { MessageEntity, ReactionEntity } from '@parley/core/messages/api'
import { ownReaction, reactorName, whyNotReactable } from '@parley/core/messages/rules'
import { type FormEvent, Fragment, useRef, useState } from 'react'
import { offeredEmoji } from '@parley/core/messages/constants'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { local } from '../message-time.ts'
import styles from './MessageBubble.module.css'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { Button } from '../../../ui/Button.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import foot from '../../../ui/FootButton.module.css'
import { type ThreadActions, useThreadActions } from '../thread-actions.ts'

/**
 * At the foot of a bubble, over its edge: what people put on the message; who and when to the eye on hover. One that is not
 * at WhatsApp yet is pale, one that failed says why.
 */
export function Reactions({ message }: { message: MessageEntity }) {
  if (message.reactions.length === 0) return null
  return (
    <>
      <ul className={styles.reactions} aria-label={t('Reactions')}>
        {message.reactions.map(reaction => (
          <li
            key={`${reaction.by} ${reaction.state}`}
            title={titleOf(reaction, message)}
            data-state={reaction.state}
          >
            <span className="visually-hidden">{`${reactorName(reaction, message)} ${did[reaction.state]} `}</span>
            <span className={styles.emoji}>{reaction.emoji}</span>
          </li>
        ))}
      </ul>
      {message.reactions.map(({ emoji, by, state, failure }) => (
        <Fragment key={`${by} ${state}`}>
          {failure !== null && (
            <Text as="p" size="meta" tone="danger" className={styles.failure}>
              {t('{emoji} failed: {sentence} {remedy}', {
                emoji,
                sentence: failure.sentence,
                remedy: failure.remedy,
              })}
            </Text>
          )}
        </Fragment>
      ))}
    </>
  )
}

const did = {
  there: t('reacted with'),
  waiting: t('reacts, on its way:'),
  failed: t('failed to change:'),
} as const satisfies Readonly<Record<ReactionEntity['state'], string>>

const titleOf = (reaction: ReactionEntity, message: MessageEntity): string =>
  `${reactorName(reaction, message)}, ${local.full(new Date(reaction.at))}${reaction.state === 'waiting' ? t(', on its way') : ''}`

/** Beside a message that WhatsApp has: opens the signs that one can put on it. */
export function ReactButton({ message }: { readonly message: MessageEntity }) {
  const { react } = useThreadActions()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (react === null || whyNotReactable(message, null) !== null) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className={foot.button}
        data-act="react"
        title={t('React to this message ({keys})', { keys: keysLabel('message.react') })}
        aria-keyshortcuts={ariaKeys('message.react')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(open => !open)}
      >
        {t('React')}
      </button>
      {isOpen && (
        <Popover anchor={button} open onOpenChange={setIsOpen} title={t('React')} align="start">
          <Signs message={message} onReact={react} onDone={() => setIsOpen(false)} />
        </Popover>
      )}
    </>
  )
}

interface SignsProps {
  readonly message: MessageEntity
  readonly onReact: NonNullable<ThreadActions['react']>
  readonly onDone: () => void
}

/** The usual signs and any other; the one that is there is pressed, and taken away by pressing it again. */
function Signs({ message, onReact, onDone }: SignsProps) {
  const [other, setOther] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const own = ownReaction(message)?.emoji ?? null
  const put = async (emoji: string | null) => {
    const why = await onReact(message, emoji)
    setFailure(why)
    if (why === null) onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (other.trim() !== '') void put(other.trim())
  }
  const isOffered = own === null || offeredEmoji.some(emoji => emoji === own)
  return (
    <Grid as="form" gap={3} pad={3} onSubmit={submit}>
      <HStack gap={1} align="stretch" wrap role="group" aria-label={t('Emojis')}>
        {[...offeredEmoji, ...(isOffered ? [] : [own])].map(emoji => (
          <button
            key={emoji}
            type="button"
            className={styles.sign}
            aria-pressed={emoji === own}
            onClick={() => void put(emoji === own ? null : emoji)}
          >
            {emoji}
          </button>
        ))}
      </HStack>
      <Grid gap={2} align="end" className={styles.other}>
        <TextField
          label={t('Another emoji')}
          value={other}
          maxLength={40}
          onChange={({ target }) => setOther(target.value)}
        />
        <Button type="submit" disabled={other.trim() === ''}>
          {t('React')}
        </Button>
      </Grid>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </Grid>
  )
}
