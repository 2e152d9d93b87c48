import { type Catalogue, setCatalogue } from '@parley/core/text/translate'
import english from '../texts/english.json' with { type: 'json' }

const marked = (text: string): string => `⟦${text}⟧`

/** A pseudo-language: every text of the catalogue in brackets. It is set before the console's modules are loaded. */
const texts: Catalogue['texts'] = Object.fromEntries(
  Object.entries(english).map(([key, text]) => [
    key,
    typeof text === 'string' ? marked(text) : { one: marked(text.one), other: marked(text.other) },
  ]),
)

setCatalogue({ language: 'en', texts })
