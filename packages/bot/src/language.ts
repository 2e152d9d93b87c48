import type { Language } from '@parley/core/words/languages'

export { type Language, languages } from '@parley/core/words/languages'

/** A sentence in every language. */
export type Words = Readonly<Record<Language, string>>
