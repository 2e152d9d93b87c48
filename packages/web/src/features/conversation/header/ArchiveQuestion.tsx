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
      title="Archive this conversation?"
      size="sm"
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              onCancel()
              onArchive()
            }}
          >
            Archive
          </Button>
        </>
      }
    >
      <p>
        {/* They may be seen meanwhile, in another tab. */}
        {count > 0 && `It has ${count} ${count === 1 ? 'message' : 'messages'} that you have not seen. `}
        You cannot reply in an archived conversation. If the customer writes again, a new conversation starts.
      </p>
    </Modal>
  )
}
