import type { AskEntity } from '@parley/core/entities/message-details'
import { AskedChoices } from './details/AskedChoices.tsx'
import { MessageText } from './MessageText.tsx'

/** A question as the customer will see it; of a card, the line that names it. */
export function AskPreview({ ask, words }: { ask: AskEntity | null; words: string }) {
  return (
    <div role="group" aria-label="As the customer sees it">
      {words.trim() === '' ? null : <MessageText text={words} />}
      {ask !== null && <AskedChoices ask={ask} />}
    </div>
  )
}
