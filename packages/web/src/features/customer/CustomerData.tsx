import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { laterFailureWords } from '../../client/later-messages.ts'
import { exportCustomer } from '../../data/conversations/customer.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { EraseQuestion } from './EraseQuestion.tsx'

const failed = (cause: unknown) => laterFailureWords('exportCustomer', cause)

interface CustomerDataProps {
  readonly conversation: ConversationMeta
  readonly onErased?: () => void
}

/** What an administrator can do with all that is held about the customer: take it along, or take it away. */
export function CustomerData({ conversation, onErased }: CustomerDataProps) {
  const {
    user: { id },
    erased,
  } = conversation
  const [isAsking, setIsAsking] = useState(false)
  const { busy, failure, run } = useAction(failed)
  if (id === null) return null
  return (
    <Grid as="section" aria-label={t("Customer's data")} gap={2}>
      <Text as="h3" size="list" weight={600}>
        {t('Customer’s data')}
      </Text>
      <HStack gap={2} align="stretch" wrap>
        <Button
          size="small"
          busy={busy}
          icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => void run(() => exportCustomer(id))}
        >
          {t('Export customer’s data')}
        </Button>
        {erased === null && (
          <Button
            size="small"
            icon={<Eraser size={14} strokeWidth={1.8} aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {t('Erase customer…')}
          </Button>
        )}
      </HStack>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      {isAsking && (
        <EraseQuestion
          conversation={conversation}
          id={id}
          onErased={onErased}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Grid>
  )
}
