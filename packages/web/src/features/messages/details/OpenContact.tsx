import { t } from '@parley/core/text/translate'
import { canonicalPhone } from '@parley/core/customers/rules'
import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { failureWords } from '../../../client/action-messages.ts'
import { openContact } from '../../../data/conversations/conversation.ts'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useAction } from '../../../ui/hooks/use-action.ts'

interface OpenContactProps {
  readonly messageId: string
  readonly number: string
  readonly waId: string | null
}

const failed = (cause: unknown) => failureWords('openContact', cause)

/** Goes to the conversation with the holder of a number, who becomes a customer thereby. Nothing for what is no number. */
export function OpenContact({ messageId, number, waId }: OpenContactProps) {
  const navigate = useNavigate()
  const { busy, failure, run } = useAction(failed)
  if (waId === null && canonicalPhone(number) === null) return null
  const open = async () => {
    await navigate(`/conversations/${await openContact(messageId, number)}`)
  }
  return (
    <>
      <IconButton
        label={t('Open conversation with {number}', { number })}
        size="small"
        disabled={busy}
        onClick={() => void run(open)}
      >
        <MessageCircle size={13} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
    </>
  )
}
