import { countdown } from '@parley/core/assignments/rules'
import { offerWords } from '@parley/core/bot/brief-rules'
import { customerNameOf } from '@parley/core/conversations/rules'
import { plural, t } from '@parley/core/text/translate'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { useCommand } from '../../../commands/live.ts'
import {
  useBrief,
  type IncomingOffer,
  openOffer,
  useIncomingOffer,
} from '../../../data/assignments/actions.ts'
import { useStore } from '../../../store.ts'
import { Button } from '../../../ui/Button.tsx'
import { boxToReturnTo } from '../../../ui/fields/write-box.ts'
import { useCalm } from '../../../ui/hooks/use-calm.ts'
import { Box, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { screenId } from '../../../ui/overlays/free-focus.ts'
import { modalTop } from '../../../ui/overlays/open-modals.tsx'
import styles from './offers.module.css'
import { type Offer, useOffer, useTold } from './use-offer.ts'
import { useOpenOffers, wholeOfferShown } from './use-open-offers.ts'

interface OfferLineProps {
  readonly viewerId: string
  readonly onAccepted: (conversationId: string) => void
}

/**
 * The open offers in one line, which takes room above the screen and covers nothing. Over the screen is a window: then the
 * line stands in that. Where the page shows the first offer whole, there is no line.
 */
export function OfferLine({ viewerId, onAccepted }: OfferLineProps) {
  const { offers, isAskedHere } = useOpenOffers()
  const inWindow = useIncomingOffer()
  const top = useStore(modalTop)
  const isWhole = useStore(wholeOfferShown)
  const others = offers.filter(({ conversationId }) => conversationId !== inWindow?.conversationId)
  const calm = useCalmOffers(isWhole ? none : others)
  const shown = top === null ? calm : others
  if (shown.length === 0) return null
  const line = <Line offers={shown} viewerId={viewerId} hasKeys={!isAskedHere} onAccepted={onAccepted} />
  return top === null ? line : createPortal(line, top)
}

const none: readonly IncomingOffer[] = []

/** Offers that come and go once the pointer rests. */
export const useCalmOffers = (offers: readonly IncomingOffer[]) =>
  useCalm(offers, ({ length }) => length > 0, none)

function Line({
  offers,
  viewerId,
  hasKeys,
  onAccepted,
}: OfferLineProps & { readonly offers: readonly IncomingOffer[]; readonly hasKeys: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const isSeveral = offers.length > 1
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const count = isSeveral && (
    <Button
      size="small"
      icon={<Chevron size={14} strokeWidth={1.8} aria-hidden="true" />}
      aria-expanded={isOpen}
      aria-controls={listId}
      onClick={() => setOpen(!isOpen)}
    >
      <span>
        {offers.length}
        <span className={styles.wide}> {plural(offers.length, { one: 'offer', other: 'offers' })}</span>
      </span>
    </Button>
  )
  return (
    <Box as="section" aria-label={t('New Assignment')} rule="bottom" className={styles.line}>
      <Announcement offers={offers} />
      <ul id={listId}>
        {offers.map((noticed, place) =>
          place === 0 || isOpen ? (
            <OfferItem
              key={noticed.key}
              noticed={noticed}
              viewerId={viewerId}
              hasKeys={hasKeys && place === 0}
              isHurried={isSeveral}
              count={place === 0 && count}
              onAccepted={onAccepted}
            />
          ) : null,
        )}
      </ul>
    </Box>
  )
}

/** Offers that were said: one that moves to another place is not said again. */
const said = new Set<string>()
const saidAfterMs = 1_000

/** Says each offer once, to who hears the page. */
export const Announcement = ({ offers }: { offers: readonly IncomingOffer[] }) =>
  offers.map(({ key }) => <OneSaid key={key} offerKey={key} />)

function OneSaid({ offerKey }: { offerKey: string }) {
  const [isNew] = useState(() => !said.has(offerKey))
  useEffect(() => {
    const timer = setTimeout(() => said.add(offerKey), saidAfterMs)
    return () => clearTimeout(timer)
  }, [offerKey])
  return (
    isNew && (
      <p role="alert" className="visually-hidden">
        {t('New Assignment')}
      </p>
    )
  )
}

interface OfferItemProps {
  readonly noticed: IncomingOffer
  readonly viewerId: string
  /** The keys answer this one. */
  readonly hasKeys: boolean
  /** Others wait: it leaves without saying what became of it. */
  readonly isHurried: boolean
  /** How many there are, before its own words. */
  readonly count?: ReactNode
  readonly onAccepted: (conversationId: string) => void
}

/** One offer in one line: who it is, why it is offered, how long there is, and the answers. */
export function OfferItem({ noticed, viewerId, hasKeys, isHurried, count, onAccepted }: OfferItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const giveBack = useCallback(() => giveFocusBack(item.current), [])
  const offer = useOffer(noticed, viewerId, () => onAccepted(noticed.conversationId), giveBack)
  const show = () => openOffer(noticed)
  useCommand('offer.accept', hasKeys && offer.canAnswer ? offer.accept : null)
  useCommand('offer.reject', hasKeys && offer.canAnswer ? show : null)
  useTold(offer, isHurried)
  return (
    <HStack as="li" ref={item} gap={2} size="list" className={styles.item}>
      {count}
      <Said offer={offer} onShow={show} />
      {offer.isOver ? (
        <Button size="small" onClick={offer.leave}>
          {t('Close')}
        </Button>
      ) : (
        <HStack gap={1} flex="none" className={styles.answers}>
          <Later offer={offer} size="small" />
          <Accept offer={offer} size="small" />
        </HStack>
      )}
    </HStack>
  )
}

/** The focus does not go with the line: it goes to the box in which the agent writes, else to the window or the screen. */
function giveFocusBack(line: HTMLElement | null): void {
  if (line === null || !line.contains(document.activeElement)) return
  const inWindow = line.closest<HTMLElement>('[data-modal]')
  if (inWindow !== null) inWindow.focus()
  else (boxToReturnTo() ?? document.getElementById(screenId))?.focus({ preventScroll: true })
}

function Said({ offer, onShow }: { offer: Offer; onShow: () => void }) {
  const { failure } = offer.answering
  const [role, tone] = failure === null ? (['status', 'muted'] as const) : (['alert', 'danger'] as const)
  const end = failure === null ? offer.meanwhile : `${failure.text} ${failure.reason}`
  if (end !== null)
    return (
      <Text role={role} tone={tone} flex="grow" breaks>
        {end}
      </Text>
    )
  return (
    <>
      <About offer={offer} onShow={onShow} />
      {offer.left !== null && (
        <Text role="timer" aria-label={t('Time left to accept')} weight={600} tone="warn" nowrap digits>
          {offer.left > 0 ? (
            <>
              {countdown(offer.left)}
              <span className={styles.wide}>{t(' left')}</span>
            </>
          ) : (
            t('Expired')
          )}
        </Text>
      )}
    </>
  )
}

/** A press shows the whole offer. */
function About({ offer: { id, detail }, onShow }: { offer: Offer; onShow: () => void }) {
  const { brief } = useBrief(id)
  const { conversation } = detail
  const words = brief === undefined ? null : offerWords(brief)
  const name = conversation === null ? t('Customer') : customerNameOf(conversation)
  return (
    <Text
      as="button"
      type="button"
      flex="grow"
      cut
      className={styles.about}
      aria-haspopup="dialog"
      title={t('Show the whole offer')}
      onClick={onShow}
    >
      <Text as="bdi" weight={600}>
        {name}
      </Text>
      {words !== null && (
        <Text tone="muted">
          {' · '}
          <bdi>{words}</bdi>
        </Text>
      )}
    </Text>
  )
}

type AnswerProps = { readonly offer: Offer; readonly size?: 'small' }

/** Passes the offer on. */
export const Later = ({ offer: { isLate, answering, passOn }, size }: AnswerProps) => (
  <Button
    variant="quiet"
    {...(size && { size })}
    busy={answering.working === 'later'}
    disabled={isLate}
    title={t('Passes it on, and pauses offers for 5 minutes')}
    onClick={passOn}
  >
    {t('Maybe Later')}
  </Button>
)

export const Accept = ({ offer: { isLate, answering, accept }, size }: AnswerProps) => (
  <Button
    variant="primary"
    {...(size && { size })}
    busy={answering.working === 'accept'}
    disabled={isLate}
    title={t('Accept ({keys})', { keys: keysLabel('offer.accept') })}
    aria-keyshortcuts={ariaKeys('offer.accept')}
    onClick={accept}
  >
    {answering.working === 'accept' ? t('Accepting...') : t('Accept Now')}
  </Button>
)
