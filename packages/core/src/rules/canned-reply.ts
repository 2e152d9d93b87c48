import type { CannedContent } from '../api/canned-replies.ts'
import { cannedLimits, shortcutForm } from '../words/canned-replies.ts'
import { lengthOf, tooLong } from '../words/length.ts'
import type { FieldProblems } from './ask.ts'

/** What somebody begins a new one with. */
export const emptyCanned: CannedContent = {
  shortcut: '',
  title: '',
  body: '',
  language: null,
  document_ids: [],
}

/** As it is stored: without blanks around anything, the shortcut in small letters and without the slash. */
export const tidyCanned = ({ shortcut, title, body, language, ...files }: CannedContent): CannedContent => ({
  shortcut: shortcut.trim().replace(/^\/+/, '').toLowerCase(),
  title: title.trim(),
  body: body.trim(),
  language,
  ...files,
})

const written = (text: string, most: number): string | undefined => {
  if (text === '') return 'must not be empty'
  return lengthOf(text) > most ? tooLong(most) : undefined
}

/** Why it cannot be saved, by field; nothing where it can. */
export function cannedProblems(content: CannedContent): FieldProblems {
  const { shortcut, title, body } = tidyCanned(content)
  const found: readonly (readonly [string, string | undefined])[] = [
    [
      'shortcut',
      written(shortcut, cannedLimits.shortcut) ??
        (shortcutForm.test(shortcut)
          ? undefined
          : 'must be small letters, figures and hyphens between them, as in pay-mtn'),
    ],
    ['title', written(title, cannedLimits.title)],
    ['body', written(body, cannedLimits.body)],
  ]
  return Object.fromEntries(found.filter((one): one is readonly [string, string] => one[1] !== undefined))
}

/** The fields in which what is held differs from what is saved; files that nobody speaks of stay as they are. */
export const changedCanned = (held: CannedContent, saved: CannedContent): (keyof CannedContent)[] => [
  ...(['shortcut', 'title', 'body', 'language'] as const).filter(field => held[field] !== saved[field]),
  ...(saved.document_ids === undefined || saved.document_ids.join() === (held.document_ids ?? []).join()
    ? []
    : (['document_ids'] as const)),
]
