import { t } from '@parley/core/text/translate'
import { type OfferStanding, offerStanding } from '@parley/core/assignments/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServerNow } from '../../../client/server-clock.ts'
import {
  acceptConversation,
  passOnConversation,
  type Rejection,
  rejectConversation,
} from '../../../data/assignments/actions.ts'
import {
  type ConversationDetail,
  refreshConversation,
  useConversation,
} from '../../../data/conversations/conversation.ts'
import { isModalOpen } from '../../../ui/overlays/open-modals.tsx'
import { awaitWriteBox, stopAwaiting } from '../../../ui/fields/write-box.ts'
import { type Answering, useAnswer } from './use-answer.ts'

/** An offer as it stands, and what can be done with it. */
export interface Offer {
  readonly id: string
  readonly detail: ConversationDetail
  readonly answering: Answering
  /** Milliseconds until it ends; null while that is not known. */
  readonly left: number | null
  /** What became of it meanwhile; null: nothing did. */
  readonly meanwhile: string | null
  /** It needs no answer any more. */
  readonly isOver: boolean
  /** Its time is over, and the server has not said so yet. */
  readonly isLate: boolean
  readonly canAnswer: boolean
  readonly accept: () => void
  readonly reject: (why: Rejection) => void
  /** "Maybe Later": passes the conversation on. */
  readonly passOn: () => void
}

interface Ends {
  readonly onAccepted: () => void
  /** It was answered, here or elsewhere. */
  readonly onAnswered: () => void
}

export function useOffer(id: string, viewerId: string, { onAccepted, onAnswered }: Ends): Offer {
  const client = useQueryClient()
  const detail = useConversation(id)
  const answering = useAnswer()
  const checked = useChecked(id)
  const now = useServerNow()
  const standing = detail.state === 'ready' ? offerStanding(detail.conversation, viewerId, now) : null
  const deadline = useLastDeadline(standing)
  const { working, decided } = answering
  const isTakenElsewhere = standing?.state === 'accepted' && checked && working === null
  useEffect(() => {
    if (isTakenElsewhere) onAnswered()
  }, [isTakenElsewhere, onAnswered])
  const left = deadline === null ? null : new Date(deadline).getTime() - now
  const meanwhile = working !== null || !checked ? null : whatHappened(detail, standing, left)
  const isOver = meanwhile !== null || decided
  const isLate = standing?.state === 'late' && working === null
  const accept = async () => {
    // The letters that are typed from now on are for its box, but for those that a window takes.
    if (!isModalOpen()) awaitWriteBox(performance.now())
    if (await answering.answer('accept', () => acceptConversation(client, id))) onAccepted()
    else stopAwaiting()
  }
  const reject = async (why: Rejection) => {
    if (await answering.answer('reject', () => rejectConversation(client, id, why))) onAnswered()
  }
  const passOn = async () => {
    if (await answering.answer('later', () => passOnConversation(client, id))) onAnswered()
  }
  return {
    id,
    detail,
    answering,
    left,
    meanwhile,
    isOver,
    isLate,
    canAnswer: !isOver && !isLate && working === null,
    accept: () => void accept(),
    reject: why => void reject(why),
    passOn: () => void passOn(),
  }
}

/** How long an offer that ended by itself says what became of it. */
const toldForMs = 5_000

/** An offer that ended by itself leaves by itself, at once where others wait. */
export function useTold({ meanwhile, answering }: Offer, isHurried: boolean, leave: () => void): void {
  const isEnded = meanwhile !== null && answering.failure === null
  useEffect(() => {
    if (!isEnded) return
    const timer = setTimeout(leave, isHurried ? 0 : toldForMs)
    return () => clearTimeout(timer)
  }, [isEnded, isHurried, leave])
}

/** Whether the server was asked since this was opened: the notice of an offer may come before the row that tells of it. */
function useChecked(id: string): boolean {
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    let current = true
    void refreshConversation(client, id).then(() => current && setChecked(true))
    return () => {
      current = false
    }
  }, [client, id])
  return checked
}

/** The deadline of the offer, also when the offer is gone from the row. */
function useLastDeadline(standing: OfferStanding | null): string | null {
  const deadline = standing !== null && 'deadline' in standing ? standing.deadline : null
  const [last, setLast] = useState(deadline)
  if (deadline !== null && deadline !== last) setLast(deadline)
  return last
}

function whatHappened(detail: ConversationDetail, standing: OfferStanding | null, left: number | null) {
  if (detail.state === 'missing') return t('This conversation does not exist any more')
  if (standing?.state !== 'over') return null
  return left !== null && left <= 0
    ? t('This offer has expired. {sentence}', { sentence: standing.sentence })
    : standing.sentence
}
