import { revokedType } from '../messages/constants.ts'
import { invisible } from './fold.ts'

/** Unicode keeps U+FFF0 to U+FFF8 for signs that draw nothing. */
const visible = new RegExp(`[^\\s${invisible}\\ufff0-\\ufff8]`, 'u')

/** Whether any character of a text is visible: blanks, joiners, direction marks and blank letters are not. */
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

/** The label, in a line, for a message without visible text: its kind. */
export const wordlessLabel = (type: string, content: string): string =>
  kinds[type.toLowerCase()] ?? (content === '' ? 'Attachment' : 'No visible text')
