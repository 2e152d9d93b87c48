import type { ConversationMeta } from '@parley/core/conversations/api'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withdrawOffer } from '../../../data/assignments/actions.ts'
import { useMay } from '../../../data/capabilities/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { keepFocus } from '../../../ui/overlays/free-focus.ts'
import { showToast } from '../../../ui/states/toasts.ts'

interface WithdrawOfferProps {
  readonly conversation: ConversationMeta
  readonly viewerId: string
}

/** Takes back the open offer to a colleague: for its author, and with the right to it for others. */
export function WithdrawOffer({ conversation: { id, offer }, viewerId }: WithdrawOfferProps) {
  const mayWithdrawAny = useMay('colleague-assignments')
  if (offer === null || offer.agent_id === viewerId) return null
  if (offer.by?.id !== viewerId && !mayWithdrawAny) return null
  return <Withdraw key={offer.id} id={id} offer={offer} />
}

function Withdraw({ id, offer }: { id: string; offer: NonNullable<ConversationMeta['offer']> }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // The button goes with the offer.
  useEffect(() => keepFocus, [])
  const withdraw = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await withdrawOffer(client, id, offer.id)
    } catch (cause) {
      showToast({ title: cause instanceof Error ? cause.message : String(cause), urgent: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      busy={isBusy}
      title={t('Withdraw the offer to {name}', { name: offer.agent_name })}
      onClick={() => void withdraw()}
    >
      {isBusy ? t('Withdrawing...') : t('Withdraw')}
    </Button>
  )
}
