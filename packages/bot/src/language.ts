import type { Language } from '@parley/core/text/languages'

export { type Language, languages } from '@parley/core/text/languages'

/** A sentence in every language. */
export type Words = Readonly<Record<Language, string>>
