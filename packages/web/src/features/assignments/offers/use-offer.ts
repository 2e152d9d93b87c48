import { type OfferStanding, offerStanding } from '@parley/core/assignments/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useServerNow } from '../../../client/server-clock.ts'
import {
  acceptConversation,
  passOnConversation,
  type Rejection,
  rejectConversation,
  type IncomingOffer,
} from '../../../data/assignments/actions.ts'
import {
  type ConversationDetail,
  refreshConversation,
  useConversation,
} from '../../../data/conversations/conversation.ts'
import { awaitWriteBox, stopAwaiting } from '../../../ui/fields/write-box.ts'
import { isModalOpen } from '../../../ui/overlays/open-modals.tsx'
import { useAnswer } from './use-answer.ts'
import { dropOffer } from './use-open-offers.ts'

/** An offer as it stands, and what can be done with it. */
export type Offer = ReturnType<typeof useOffer>

/** `onLeave`: it needs no answer any more, and leaves the page. It must be the same function at every render. */
export function useOffer(
  noticed: IncomingOffer,
  viewerId: string,
  onAccepted: () => void,
  onLeave?: () => void,
) {
  const { conversationId: id, key } = noticed
  const client = useQueryClient()
  const detail = useConversation(id)
  const answering = useAnswer()
  const checked = useChecked(id)
  const now = useServerNow()
  const standing = detail.state === 'ready' ? offerStanding(detail.conversation, viewerId, now) : null
  const deadline = useLastDeadline(standing)
  const { working, decided } = answering
  const isTakenElsewhere = standing?.state === 'accepted' && checked && working === null
  const leave = useCallback(() => {
    onLeave?.()
    dropOffer(key)
  }, [onLeave, key])
  useEffect(() => {
    if (isTakenElsewhere) leave()
  }, [isTakenElsewhere, leave])
  const left = deadline === null ? null : new Date(deadline).getTime() - now
  const meanwhile = working !== null || !checked ? null : whatHappened(detail, standing, left)
  const isOver = meanwhile !== null || decided
  const isLate = standing?.state === 'late' && working === null
  const accept = async () => {
    // The letters that are typed from now on are for its box, but for those that a window takes.
    if (!isModalOpen()) awaitWriteBox(performance.now())
    if (!(await answering.answer('accept', () => acceptConversation(client, id)))) return stopAwaiting()
    dropOffer(key)
    onAccepted()
  }
  const reject = async (why: Rejection) => {
    if (await answering.answer('reject', () => rejectConversation(client, id, why))) leave()
  }
  const passOn = async () => {
    if (await answering.answer('later', () => passOnConversation(client, id))) leave()
  }
  return {
    id,
    detail,
    answering,
    /** Milliseconds until it ends; null while that is not known. */
    left,
    /** What became of it meanwhile; null: nothing did. */
    meanwhile,
    /** It needs no answer any more. */
    isOver,
    /** Its time is over, and the server has not said so yet. */
    isLate,
    canAnswer: !isOver && !isLate && working === null,
    accept: () => void accept(),
    reject: (why: Rejection) => void reject(why),
    /** "Maybe Later": passes the conversation on. */
    passOn: () => void passOn(),
    leave,
  }
}

/** How long an offer that ended by itself says what became of it. */
const toldForMs = 5_000

/** An offer that ended by itself leaves by itself, at once where others wait. */
export function useTold({ meanwhile, answering, leave }: Offer, isHurried: boolean): void {
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
