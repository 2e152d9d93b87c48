import type { Worker } from 'node:worker_threads'
import { startThread } from '../thread.ts'
import type { Ask, Judgement } from './judge-worker.ts'

/** The demo accounts' public password. */
export const demoPassword = 'parley-demo'

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
 * The reason why this account may not use a password, with the next step. It reads as a sentence after the field's name. Null if
 * the password is allowed. Common and breached passwords are in zxcvbn's own lists (49,000), so no service is asked.
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

/** Idle milliseconds after which the thread ends and frees its memory. */
const idleMs = 60_000

/**
 * Judges passwords in a thread, so that they block no other request. Loading the lists takes 0.2 s and 60 to 100 MB. A crafted
 * password takes a second. The thread lives from the first password until a while after the last.
 */
class JudgeThread {
  readonly #worker: Worker = startThread(new URL('./judge-worker.ts', import.meta.url))
  readonly #waiting = new Map<
    number,
    { readonly resolve: (judgement: Judgement) => void; readonly reject: (error: Error) => void }
  >()
  readonly #onEnd: () => void
  #last = 0
  #idle: NodeJS.Timeout | null = null

  /** @param onEnd called when it accepts no more passwords */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    this.#worker.on('message', (judgement: Judgement) => {
      this.#waiting.get(judgement.id)?.resolve(judgement)
      this.#waiting.delete(judgement.id)
      if (this.#waiting.size === 0) this.#rest()
    })
    this.#worker.on('error', error => this.#end(error))
    this.#worker.on('exit', code => this.#end(new Error(`The thread that judges passwords ended (${code})`)))
  }

  judge(password: string, known: readonly string[]): Promise<Judgement> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#worker.ref()
    const id = (this.#last += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, password, known } satisfies Ask)
    })
  }

  /** The thread neither keeps the process alive nor its memory for long. */
  #rest(): void {
    this.#worker.unref()
    this.#idle = setTimeout(() => {
      this.#onEnd()
      void this.#worker.terminate()
    }, idleMs).unref()
  }

  #end(error: Error): void {
    this.#onEnd()
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

let thread: JudgeThread | null = null

/** Judges a password against a guesser who tries the known words first. */
export function judge(password: string, known: readonly string[]): Promise<Judgement> {
  if (thread === null) {
    const started: JudgeThread = new JudgeThread(() => {
      if (thread === started) thread = null
    })
    thread = started
  }
  return thread.judge(password, known)
}
