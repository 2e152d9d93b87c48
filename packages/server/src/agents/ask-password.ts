import readline from 'node:readline'
import { Writable } from 'node:stream'

/** No password was given: the question was left with Ctrl-C or Ctrl-D, the two differed, or the input was empty. */
export class NoPassword extends Error {}

interface Streams {
  readonly input: NodeJS.ReadStream
  /** Where questions go. Not standard output, which may be piped. */
  readonly prompts: NodeJS.WritableStream
}

/**
 * Asks for a new password: twice and without showing it on a terminal, else the first line of the input.
 * @throws NoPassword
 */
export async function askPassword({ input, prompts }: Streams): Promise<string> {
  if (!input.isTTY) return lineOf(readline.createInterface({ input }), 'No password came on standard input')
  const first = await askHidden({ input, prompts }, 'Password: ')
  const second = await askHidden({ input, prompts }, 'The same again: ')
  if (first !== second) throw new NoPassword('The two passwords differ')
  return first
}

async function askHidden({ input, prompts }: Streams, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = readline.createInterface({ input, output: nowhere, terminal: true })
  lines.once('SIGINT', () => lines.close())
  // Only now: the terminal shows what is typed until the interface has taken it over.
  prompts.write(question)
  try {
    return await lineOf(lines, 'No password was given')
  } finally {
    prompts.write('\n')
  }
}

const lineOf = (lines: readline.Interface, without: string): Promise<string> =>
  new Promise((resolve, reject) => {
    lines.once('line', line => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => reject(new NoPassword(without)))
  })
