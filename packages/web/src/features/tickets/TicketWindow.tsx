import { t } from '@parley/core/text/translate'
import { customerNameOf } from '@parley/core/conversations/rules'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { TicketManager } from './edit/TicketManager.tsx'
import { isUnsaved } from './edit/ticket-draft.ts'
import type { TicketWork } from './use-ticket-work.ts'

/** The ticket manager over the conversation. What is begun and not saved is asked about before it closes. */
export function TicketWindow({ work }: { work: TicketWork }) {
  const { conversation, window, drafts, discard, close } = work
  const titleField = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const isToWork = drafts.creating === null
  const [asking, setAsking] = useState(false)
  const leave = () => {
    setAsking(false)
    discard()
    close()
  }
  return (
    <Modal
      open={window.isOpen}
      onClose={() => (isUnsaved(drafts) ? setAsking(true) : leave())}
      title={t('Support Tickets - {conversation}', { conversation: customerNameOf(conversation) })}
      size="lg"
      initialFocus={isToWork ? noteField : titleField}
    >
      <TicketManager key={window.opened} work={work} titleField={titleField} noteField={noteField} />
      <Modal
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Discard what you wrote?')}
        size="sm"
        footer={
          <>
            <Button variant="danger" onClick={leave}>
              {t('Discard')}
            </Button>
            <Button variant="primary" onClick={() => setAsking(false)}>
              {t('Keep writing')}
            </Button>
          </>
        }
      >
        <p>{t('Notes or a form in this window are not saved. Closing it now loses them.')}</p>
      </Modal>
    </Modal>
  )
}
