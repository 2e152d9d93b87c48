import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface ArchiveQuestionProps {
  readonly unseen: number
  readonly onCancel: () => void
  readonly onArchive: () => void
}

/** Asks before a conversation is put away with words in it that the agent has not seen. */
export function ArchiveQuestion({ unseen, onCancel, onArchive }: ArchiveQuestionProps) {
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
        {unseen > 0 && `It has ${unseen} ${unseen === 1 ? 'message' : 'messages'} that you have not seen. `}
        Archived, it takes no replies, and what the customer writes next begins a new conversation.
      </p>
    </Modal>
  )
}
