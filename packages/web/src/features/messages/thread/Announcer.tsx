import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { cut } from '@parley/core/text/format'
import { newestReaction } from '@parley/core/messages/rules'
import { contentLabel, isSystem } from '@parley/core/conversations/thread'
import { useState } from 'react'

/** Characters of a message that are said as it arrives. */
const longestSaid = 500

/** Says arriving messages to a screen reader; rows that only scroll into the page are not news. */
export function Announcer({ messages }: { messages: readonly MessageEntity[] }) {
  const newest = messages.findLast(message => message.direction === 'INBOUND' && !isSystem(message))
  const [first] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== first
  const reaction = newestReaction(messages)
  const [firstReaction] = useState(reaction?.at)
  return (
    <div role="log" aria-label={t('New messages')} className="visually-hidden">
      {isNews && (
        <p key={newest.id}>{t('Customer: {cut}', { cut: cut(contentLabel(newest), longestSaid) })}</p>
      )}
      {reaction !== null && reaction.at !== firstReaction && (
        <p key={reaction.at}>{t('The customer reacted with {emoji}', { emoji: reaction.emoji })}</p>
      )}
    </div>
  )
}
