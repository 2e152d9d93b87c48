import { t } from '@parley/core/text/translate'
import { countdown } from '@parley/core/assignments/rules'
import { offerWords } from '@parley/core/bot/brief-rules'
import { customerNameOf } from '@parley/core/conversations/rules'
import { type ReactNode, useCallback, useRef } from 'react'
import { useCommand } from '../../../commands/live.ts'
import { useBrief, type IncomingOffer, openOffer } from '../../../data/assignments/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { boxToReturnTo } from '../../../ui/fields/write-box.ts'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { screenId } from '../../../ui/overlays/free-focus.ts'
import { Accept, Later } from './OfferParts.tsx'
import styles from './OfferItem.module.css'
import { type Offer, useOffer, useTold } from './use-offer.ts'
import { dropOffer } from './use-open-offers.ts'

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
  const { conversationId: id, key } = noticed
  const item = useRef<HTMLLIElement>(null)
  const drop = useCallback(() => dropOffer(key), [key])
  const accepted = () => {
    drop()
    onAccepted(id)
  }
  const leave = useCallback(() => {
    giveFocusBack(item.current)
    drop()
  }, [drop])
  const offer = useOffer(id, viewerId, { onAccepted: accepted, onAnswered: leave })
  const show = () => openOffer(noticed)
  useCommand('offer.accept', hasKeys && offer.canAnswer ? offer.accept : null)
  useCommand('offer.reject', hasKeys && offer.canAnswer ? show : null)
  useTold(offer, isHurried, leave)
  return (
    <HStack as="li" ref={item} gap={2} size="list" className={styles.item}>
      {count}
      <Said offer={offer} onShow={show} />
      {offer.isOver ? (
        <Button size="small" onClick={leave}>
          {t('Close')}
        </Button>
      ) : (
        <HStack gap={1} flex="none" className={styles.answers}>
          <Later offer={offer} size="small" onPress={offer.passOn} />
          <Accept offer={offer} size="small" onPress={offer.accept} />
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
  if (failure !== null)
    return (
      <Text role="alert" tone="danger" flex="grow" breaks>
        {failure.text} {failure.reason}
      </Text>
    )
  if (offer.meanwhile !== null)
    return (
      <Text role="status" tone="muted" flex="grow" breaks>
        {offer.meanwhile}
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
