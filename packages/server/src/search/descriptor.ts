import type { Descriptor } from '../descriptor.ts'
import { forgetWords } from './word-index.ts'

export const searchResource: Descriptor = {
  erase: { tables: { message_words: 'code' } },
  onWordsGone: forgetWords,
}
