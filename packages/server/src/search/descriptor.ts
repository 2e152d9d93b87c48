import type { Descriptor } from '../descriptor.ts'
import { forgetWords } from './forget.ts'

export const searchResource: Descriptor = {
  erase: { tables: { message_words: 'code' } },
  onWordsGone: forgetWords,
}
