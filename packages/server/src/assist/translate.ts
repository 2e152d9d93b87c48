import { type Language, languageNames } from '@parley/core/text/languages'
import { maxTextLength } from '@parley/core/messages/constants'
import type { Assistant } from './assistant.ts'
import { dataRule, delimited, markRule, undelimited } from './delimit.ts'
import { openMasks } from './masks.ts'
import type { Use } from './uses.ts'

/** Words in another language. @throws Refusal as `Assistant.ask` */
export async function translate(
  assistant: Assistant,
  by: Omit<Use, 'kind'>,
  words: string,
  to: Language,
): Promise<string> {
  const masks = openMasks(assistant.now())
  const answer = await assistant.ask(
    { ...by, kind: 'translate' },
    {
      system: `You translate messages between customers and staff of a pension and life insurer in Uganda. Translate the text in the tag into ${languageNames[to]}. ${dataRule} ${markRule} Answer with the translation alone, as plain text.`,
      user: delimited('text', masks.hide(words)),
      mostLetters: maxTextLength,
    },
  )
  return masks.putBack(undelimited('text', answer))
}
