import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { useState } from 'react'
import { useLatest } from '../../../ui/hooks/use-latest.ts'

/** Where a reply is sent from: the box, the picker of templates, the form of a question or a card, or a message tried again. */
type SendPlace = 'box' | 'template' | 'ask' | 'retry'

/** Who has the conversation, as every way to send from it asks. */
export interface Owner {
  /**
   * What is to be said before a reply goes, for a person; null: it goes. What is asked here is asked once: the next press
   * sends, wherever it is.
   */
  readonly ask: (place: SendPlace) => string | null
  /** What was asked where it was pressed last, until it is answered; null: nothing. */
  readonly question: (place: SendPlace) => string | null
}

interface Asked {
  readonly of: string
  readonly place: SendPlace
  readonly answered: boolean
}

/**
 * A colleague's conversation is answered at the second press, once in each visit: the first says whose it is. Every
 * way to send asks here.
 */
export function useOwner(conversation: ConversationMeta, agentId: string): Owner {
  'use memo'
  const ownerId = conversation.agent?.id ?? null
  const ownerName = conversation.agent?.name ?? null
  const [asked, setAsked] = useState<Asked | null>(null)
  const colleague = ownerId !== null && ownerId !== agentId ? ownerId : null
  const latest = useLatest({ colleague, ownerName, asked })
  const ask: Owner['ask'] = place => {
    const now = latest()
    if (now.colleague === null) return null
    const isAsked = now.asked?.of === now.colleague
    setAsked({ of: now.colleague, place, answered: isAsked })
    return isAsked ? null : questionOf(now.ownerName, place)
  }
  const open = asked !== null && asked.of === colleague && !asked.answered ? asked.place : null
  return { ask, question: place => (place === open ? questionOf(ownerName, place) : null) }
}

const questionOf = (name: string | null, place: SendPlace): string =>
  t('Assigned to {name}. Press {button} anyway.', {
    name: name ?? 'a colleague',
    button: place === 'retry' ? t('Retry again to send it') : t('Send again to reply'),
  })
