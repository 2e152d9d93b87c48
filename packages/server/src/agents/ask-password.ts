import readline from 'node:readline'
import { Writable } from 'node:stream'

/** No password: Ctrl-C, Ctrl-D, two different ones, or an empty input. */
export class NoPassword extends Error {}

interface Streams {
  readonly input: NodeJS.ReadStream
  /** The stream for questions; standard output may be piped. */
  readonly prompts: NodeJS.WritableStream
}

/**
 * Asks for a new password: on a terminal twice and hidden, else the first line of the input.
 * @throws NoPassword
 */
export async function askPassword({ input, prompts }: Streams): Promise<string> {
  if (!input.isTTY) return lineOf(readline.createInterface({ input }), 'Standard input holds no password')
  const first = await askHidden({ input, prompts }, 'Password: ')
  const second = await askHidden({ input, prompts }, 'Repeat the password: ')
  if (first !== second) throw new NoPassword('The two passwords differ')
  return first
}

async function askHidden({ input, prompts }: Streams, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = readline.createInterface({ input, output: nowhere, terminal: true })
  lines.once('SIGINT', () => lines.close())
  // Only now: before this the terminal would show the typed text.
  prompts.write(question)
  try {
    return await lineOf(lines, 'No password was entered')
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
