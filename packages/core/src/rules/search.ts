import { fold, readCopied } from './fold.ts'

/**
 * What somebody typed into a search box, read once. The console's rules (`matchesSearch`, `matchesApplicationSearch`) and
 * the server's conditions both go by it, so that a row that a frame brings is judged as the server would.
 */
export interface Search {
  /** As typed, without what copying adds (`readCopied`); never empty. */
  readonly text: string
  /** Folded. A name is found if it contains all of them, in whatever order. */
  readonly words: readonly string[]
  readonly phone: {
    /** A number is found if it contains one of these, as written. */
    readonly contains: readonly string[]
    /** Or begins with one of these: the international form of a local spelling. */
    readonly begins: readonly string[]
  }
  /** The ticket or application that was named, as screens write it: "TCK-00007", "IPP-2207"; null for none. */
  readonly reference: string | null
}

const countryCode = '256'
const numberLike = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/

/** A search, or null where nothing but blanks was typed. */
export function readSearch(typed: string): Search | null {
  const text = readCopied(typed)
  if (text === '') return null
  const contains = new Set([text, text.replace(/\s+/g, '')])
  const begins: string[] = []
  if (numberLike.test(text)) {
    const compact = text.replace(/[^\d+]/g, '')
    contains.add(compact)
    if (/^0[1-9]/.test(compact)) begins.push(`+${countryCode}${compact.slice(1)}`)
    if (/^00[1-9]/.test(compact)) begins.push(`+${compact.slice(2)}`)
  }
  return {
    text,
    words: fold(text).split(' '),
    phone: { contains: [...contains], begins },
    reference: readReference(text),
  }
}

/** "tck 7" is TCK-00007, "IPP-2207" and "ipp2207" are one application. */
function readReference(text: string): string | null {
  const [, kind, no] = /^(tck|ipp|lib)[\s-]*0*(\d{1,15})$/i.exec(text) ?? []
  if (kind === undefined || no === undefined) return null
  return `${kind.toUpperCase()}-${kind.toLowerCase() === 'tck' ? no.padStart(5, '0') : no}`
}

/** Whether a text contains all the words, by the fold. */
export const matchesName = ({ words }: Search, name: string): boolean => {
  const folded = fold(name)
  return words.every(word => folded.includes(word))
}

/** Whether a phone number is meant. */
export const matchesPhone = ({ phone: { contains, begins } }: Search, phone: string): boolean =>
  contains.some(part => phone.includes(part)) || begins.some(start => phone.startsWith(start))
