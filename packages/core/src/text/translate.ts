/**
 * The texts of the screen. The code has them in English, and a text is found in another language's catalogue by its English:
 * `texts/english.json` of the console lists them all.
 */

/** What a language needs: each text by its English; a plural, by the English of `other`, has the forms of its language. */
export interface Catalogue {
  /** As `Intl` names it: "en", "lg", "sw". */
  readonly language: string
  readonly texts: Readonly<Record<string, string | PluralForms>>
}

type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** The places of a text: `name` in "Open {name}". */
type PlacesOf<T extends string> = T extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never

export type Values<T extends string, V> = Readonly<Record<PlacesOf<T>, V>>
/** A text without places takes no values. */
type Filling<T extends string, V> = [PlacesOf<T>] extends [never] ? [] : [values: Values<T, V>]

let catalogue: Catalogue = { language: 'en', texts: {} }
let pluralRules = new Intl.PluralRules('en')

/** Sets the language. Before the modules with texts are loaded: many keep theirs in constants. */
export function setCatalogue(next: Catalogue): void {
  catalogue = next
  pluralRules = new Intl.PluralRules(next.language)
}

/** A text in the language of the screen, with its places filled in. English where the catalogue lacks it. */
export function t<const T extends string>(english: T, ...[values]: Filling<T, string | number>): string {
  const text = translated(english)
  return values === undefined ? text : fill(text, values)
}

/** A text that stays English, since the code compares it, and is shown by `t` elsewhere. */
export const msg = <const T extends string>(english: T): T => english

/** The form of a text for a number, which is its {count}: `values` may give it as it is written, "1,204". */
export function plural<const One extends string, const Other extends string>(
  count: number,
  forms: { readonly one: One; readonly other: Other },
  values?: Readonly<Partial<Record<PlacesOf<One | Other>, string | number>>>,
): string {
  const known = catalogue.texts[forms.other]
  const of: PluralForms = typeof known === 'object' ? known : forms
  return fill(of[pluralRules.select(count)] ?? of.other, { count, ...values })
}

/** The text of a catalogue with its places still in it. */
export function translated(english: string): string {
  const known = catalogue.texts[english]
  return typeof known === 'string' ? known : english
}

const fill = (text: string, values: Readonly<Record<string, string | number | undefined>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
