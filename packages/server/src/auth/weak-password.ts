import { judge } from './judge.ts'

/** The demo accounts' password, which everybody knows. */
export const demoPassword = 'parley-demo'

/** Whose password it would be. */
export interface Owner {
  readonly email: string
  readonly name?: string | undefined
}

const fewestCharacters = 10
/** Longer ones are judged by their beginning: the time that it takes grows faster than the length. */
const mostJudged = 100
/**
 * "Safely unguessable" in zxcvbn's words: ten to the eighth tries at least. At two dozen a day, which is what the count of
 * an account leaves to a guesser, a thousandth of that is out of reach; the rest is for a hash that was stolen, since each
 * try at it costs 30 ms. Three unrelated words pass, and ten random characters; a word with a year and a sign does not.
 */
const lowestScore = 3
/** Letters beside the words that everybody here knows: fewer are a decoration of those. */
const fewestOwnLetters = 4

/** What a guesser who knows where this is tries first: the product, an insurer's daily words, the country, its names. */
const workplace =
  'parley demo agent admin desk console support customer whatsapp pension insurance insurer policy premium claim ' +
  'benefit savings retirement enlight uganda ugandan kampala entebbe jinja mbarara gulu buganda shilling mukama ' +
  'katonda webale ssebo nnyabo mukasa nakato babirye wasswa kato okello akello opio namukasa'
const placeWords = workplace.split(' ')

const advice = 'use three or four words that have nothing to do with each other'

/**
 * Why a password is refused for this account, with the next step, to be read after the field's name; null if it may be
 * used. Common and breached ones are known without asking anybody: the lists are zxcvbn's own, of which the passwords
 * alone are 49,000.
 */
export async function weakness(password: string, owner: Owner): Promise<string | null> {
  const folded = password.trim().toLowerCase()
  if (Array.from(password).length < fewestCharacters)
    return `must have at least ${fewestCharacters} characters`
  if (folded === owner.email.trim().toLowerCase()) return 'must not be the e-mail address'
  const known = [...wordsOf(owner.email), ...wordsOf(owner.name ?? ''), ...placeWords]
  if (isMadeOf(known, folded))
    return `is made of your name, your e-mail address or words of this workplace: ${advice}`
  const { score, isListed } = await judge(password.trim().slice(0, mostJudged), known)
  if (score >= lowestScore) return null
  return isListed
    ? `is one of the passwords that are tried first: ${advice}`
    : `is too easy to guess: make it longer, or ${advice}`
}

/** Pieces of fewer letters are in many words by chance. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length >= 3)

/** Whether hardly a letter is left where such words are taken out. */
function isMadeOf(words: readonly string[], folded: string): boolean {
  let left = folded
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, ' ')
  return left !== folded && (left.match(/\p{L}/gu) ?? []).length < fewestOwnLetters
}
