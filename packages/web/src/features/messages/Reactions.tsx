import type { MessageEntity, ReactionEntity } from '@parley/core/entities/message'
import { reactorName } from '@parley/core/rules/reaction'
import { local } from './message-time.ts'
import styles from './Reactions.module.css'

/** At the foot of a bubble, over its edge: what people put on the message; who and when to the eye on hover. */
export function Reactions({ message }: { message: MessageEntity }) {
  if (message.reactions.length === 0) return null
  return (
    <ul className={styles.reactions} aria-label="Reactions">
      {message.reactions.map(reaction => (
        <li key={`${reaction.by} ${reaction.agent_name ?? ''}`} title={titleOf(reaction, message)}>
          <span className="visually-hidden">{`${reactorName(reaction, message)} reacted with `}</span>
          <span className={styles.emoji}>{reaction.emoji}</span>
        </li>
      ))}
    </ul>
  )
}

const titleOf = (reaction: ReactionEntity, message: MessageEntity): string =>
  `${reactorName(reaction, message)}, ${local.full(new Date(reaction.at))}`
