import { t } from '@parley/core/text/translate'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { Skeleton } from '../../ui/states/Skeleton.tsx'

const brief = lazyWithRetry(async () => (await import('./Brief.tsx')).Brief)

/** What the bot knew of a conversation, for whoever has it now; read when it is opened. */
export function BotKnew({ conversationId, customerName }: { conversationId: string; customerName: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <section aria-label={t('Bot context')}>
      <Button
        size="small"
        variant="quiet"
        aria-expanded={open}
        aria-controls={id}
        icon={<Chevron size={14} strokeWidth={2} aria-hidden="true" />}
        onClick={() => setOpen(is => !is)}
      >
        {t('Bot context')}
      </Button>
      <div id={id} hidden={!open}>
        {open && (
          <Suspense fallback={<Skeleton width={180} />}>
            <brief.Part conversationId={conversationId} customerName={customerName} whole />
          </Suspense>
        )}
      </div>
    </section>
  )
}
