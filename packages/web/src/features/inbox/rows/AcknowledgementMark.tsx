import type { ConversationEntity } from '@parley/core/conversations/api'
import { t } from '@parley/core/text/translate'
import { Text } from '../../../ui/layout/Layout.tsx'

type AcknowledgementMarkProps = Pick<ConversationEntity, 'acknowledgement'>

/** That the customer may expect no answer, which puts a conversation behind the questions. */
export function AcknowledgementMark({ acknowledgement }: AcknowledgementMarkProps) {
  if (acknowledgement === null) return null
  const percent = Math.round(acknowledgement.confidence * 100)
  return (
    <Text
      flex="none"
      size="meta"
      weight={500}
      tone="muted"
      nowrap
      title={t('Behind the questions, because the customer only thanks or agrees ({percent}%)', { percent })}
    >
      {t('Only thanks')}
    </Text>
  )
}
