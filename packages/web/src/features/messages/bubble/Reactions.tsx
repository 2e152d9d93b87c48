import { t } from '@parley/core/text/translate'
import type { MessageEntity, ReactionEntity } from '@parley/core/messages/api'
import { reactorName } from '@parley/core/messages/rules'
import { Fragment } from 'react'
import { Text } from '../../../ui/layout/Layout.tsx'
import { local } from '../message-time.ts'
import styles from './MessageBubble.module.css'

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
