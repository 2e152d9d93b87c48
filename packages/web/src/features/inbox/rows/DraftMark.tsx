import { t } from '@parley/core/text/translate'
import { draftMarks } from '../../../data/messages/unsent.ts'
import { useSelected } from '../../../store.ts'
import { Text } from '../../../ui/layout/Layout.tsx'

/** Before the last message: that the agent has begun an answer and not sent it. */
export function DraftMark({ id }: { readonly id: string }) {
  const isMarked = useSelected(draftMarks, ids => ids.has(id))
  return (
    isMarked && (
      <Text flex="none" size="meta" weight={500} tone="accent">
        {t('Draft')}
      </Text>
    )
  )
}
