import { plural, t } from '@parley/core/text/translate'
import { type Readable, useStore } from '../../../store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'

interface ArchiveQuestionProps {
  /** How many messages the agent has not seen. */
  readonly unseen: Readable<number>
  readonly onCancel: () => void
  readonly onArchive: () => void
}

/** Asks before a conversation is put away with words in it that the agent has not seen. */
export function ArchiveQuestion({ unseen, onCancel, onArchive }: ArchiveQuestionProps) {
  const count = useStore(unseen)
  return (
    <Modal
      open
      onClose={onCancel}
      title={t('Archive this conversation?')}
      size="sm"
      footer={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onCancel()
              onArchive()
            }}
          >
            {t('Archive')}
          </Button>
        </>
      }
    >
      <p>
        {/* They may be seen meanwhile, in another tab. */}
        {count > 0 &&
          plural(count, {
            one: 'It has {count} message that you have not seen. ',
            other: 'It has {count} messages that you have not seen. ',
          })}
        {t(
          'You cannot reply in an archived conversation. If the customer writes again, a new conversation starts.',
        )}
      </p>
    </Modal>
  )
}
