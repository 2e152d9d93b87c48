import { revokedType } from '../messages/constants.ts'
import { invisible } from './fold.ts'

/** Unicode keeps U+FFF0 to U+FFF8 for signs that draw nothing. */
const visible = new RegExp(`[^\\s${invisible}\\ufff0-\\ufff8]`, 'u')

/** Whether anything of a text is drawn: blanks, joiners, marks of direction and blank letters are not. */
export const hasVisibleText = (text: string): boolean => visible.test(text)

const kinds: Readonly<Record<string, string>> = {
  image: 'Photo',
  audio: 'Voice message',
  voice: 'Voice message',
  video: 'Video',
  document: 'Document',
  sticker: 'Sticker',
  [revokedType]: 'Deleted by the customer',
}

/** What stands in a line for a message of which no words can be seen: its kind. */
export const wordlessLabel = (type: string, content: string): string =>
  kinds[type.toLowerCase()] ?? (content === '' ? 'Attachment' : 'No visible text')
