import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

/** A request: how hard is this password for a guesser who tries the known words first? */
export interface Ask {
  readonly id: number
  readonly password: string
  readonly known: readonly string[]
}

/** The worker's reply to an `Ask`. */
export interface Judgement {
  readonly id: number
  /** zxcvbn's score, from 0 to 4. */
  readonly score: number
  /** Whether it is in the list of common passwords. */
  readonly isListed: boolean
}

const port = parentPort
if (port === null) throw new Error('Start this file as a worker thread')
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
})
port.on('message', ({ id, password, known }: Ask) => {
  const { score, sequence } = zxcvbn.check(password, [...known])
  const [first] = sequence
  const isListed =
    sequence.length === 1 && first?.pattern === 'dictionary' && first['dictionaryName'] === 'passwords-common'
  port.postMessage({ id, score, isListed } satisfies Judgement)
})
