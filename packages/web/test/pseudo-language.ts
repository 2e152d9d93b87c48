import { type Catalogue, setCatalogue } from '@parley/core/text/translate'
import english from '../texts/english.json' with { type: 'json' }

const marked = (text: string): string => `⟦${text}⟧`

/** English in brackets: what stands outside of them on a screen is not in the catalogue. Set before the console's modules. */
const texts: Catalogue['texts'] = Object.fromEntries(
  Object.entries(english).map(([key, text]) => [
    key,
    typeof text === 'string' ? marked(text) : { one: marked(text.one), other: marked(text.other) },
  ]),
)

setCatalogue({ language: 'en', texts })
