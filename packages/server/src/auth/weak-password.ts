import { judge } from './judge.ts'

/** The demo accounts' public password. */
export const demoPassword = 'parley-demo'

/** The password's owner. */
export interface Owner {
  readonly email: string
  readonly name?: string | undefined
}

const fewestCharacters = 10
/** Longer passwords are judged by their beginning: the time grows faster than the length. */
const mostJudged = 100
/**
 * zxcvbn's "safely unguessable": at least ten to the eighth tries. The lock-out leaves a guesser two dozen a day; the rest
 * protects a stolen hash, at 30 ms a try. Three unrelated words pass, and ten random characters; a word with a year and a
 * sign does not.
 */
const lowestScore = 3
/** The fewest letters beside well-known words; fewer only decorate them. */
const fewestOwnLetters = 4

/** The first tries of a local guesser: the product, an insurer's daily words, the country, its names. */
const workplace =
  'parley demo agent admin desk console support customer whatsapp pension insurance insurer policy premium claim ' +
  'benefit savings retirement enlight uganda ugandan kampala entebbe jinja mbarara gulu buganda shilling mukama ' +
  'katonda webale ssebo nnyabo mukasa nakato babirye wasswa kato okello akello opio namukasa'
const placeWords = workplace.split(' ')

const advice = 'use three or four words that have nothing to do with each other'

/**
 * The reason why this account may not use a password, with the next step, to be read after the field's name; null if it
 * may. Common and breached passwords are in zxcvbn's own lists (49,000), so no service is asked.
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

/** Shorter pieces are in many words by chance. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word.length >= 3)

/** Whether well-known words make up nearly all letters. */
function isMadeOf(words: readonly string[], folded: string): boolean {
  let left = folded
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, ' ')
  return left !== folded && (left.match(/\p{L}/gu) ?? []).length < fewestOwnLetters
}
