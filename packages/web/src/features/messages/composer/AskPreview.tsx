import { t } from '@parley/core/text/translate'
import type { SentCard } from '@parley/core/messages/asks'
import type { AskEntity } from '@parley/core/messages/details'
import { AskedChoices } from '../details/AskedChoices.tsx'
import { SentCardFacts } from '../details/SentCardFacts.tsx'
import { MessageText } from '../text/MessageText.tsx'

interface AskPreviewProps {
  readonly ask: AskEntity | null
  readonly card: SentCard | null
  readonly words: string
}

/** A question or a card as the customer will see it. */
export function AskPreview({ ask, card, words }: AskPreviewProps) {
  return (
    <div role="group" aria-label={t('As the customer sees it')}>
      {card !== null ? (
        <SentCardFacts card={card} />
      ) : words.trim() === '' ? null : (
        <MessageText text={words} />
      )}
      {ask !== null && <AskedChoices ask={ask} />}
    </div>
  )
}
