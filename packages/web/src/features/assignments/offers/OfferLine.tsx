import { plural, t } from '@parley/core/text/translate'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { type IncomingOffer, useIncomingOffer } from '../../../data/assignments/actions.ts'
import { useStore } from '../../../store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Box } from '../../../ui/layout/Layout.tsx'
import { modalTop } from '../../../ui/overlays/modal-top.tsx'
import { useCalm } from '../../../ui/hooks/use-calm.ts'
import { OfferItem } from './OfferItem.tsx'
import styles from './OfferLine.module.css'
import { useOpenOffers } from './use-open-offers.ts'
import { wholeOfferShown } from './whole-offer-shown.ts'

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
  const calm = useCalm(isWhole ? none : others, isSome, none)
  const shown = top === null ? calm : others
  if (shown.length === 0) return null
  const line = <Line offers={shown} viewerId={viewerId} hasKeys={!isAskedHere} onAccepted={onAccepted} />
  return top === null ? line : createPortal(line, top)
}

const none: readonly IncomingOffer[] = []
const isSome = (offers: readonly IncomingOffer[]): boolean => offers.length > 0

type LineProps = OfferLineProps & { readonly offers: readonly IncomingOffer[]; readonly hasKeys: boolean }

function Line({ offers, viewerId, hasKeys, onAccepted }: LineProps) {
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
