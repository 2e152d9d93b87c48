import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { startingLine } from '../../tools/steps/programs.mjs'
import { inRoot } from '../../tools/steps/root.mjs'
import { waitForAnswer } from '../../tools/steps/ports.mjs'

interface ProgramOptions {
  /** The path below dist/. */
  script: string
  env: NodeJS.ProcessEnv
  /** Answers with success when the program is ready. */
  readyUrl: string
  /** The file for its output; restarts append to it. */
  log: string
}

/** A process of the product. A test can kill it and start it again in the same place. */
export class Program {
  readonly #options: ProgramOptions
  #child: ChildProcess | undefined

  constructor(options: ProgramOptions) {
    this.#options = options
  }

  /** Starts it and waits until it is ready. @throws Error with the end of its log if it does not become ready */
  async start(): Promise<void> {
    const { script, env, readyUrl, log } = this.#options
    const output = fs.openSync(log, 'a')
    const child = spawn(process.execPath, ['--enable-source-maps', inRoot('dist', script)], {
      env,
      // The IPC channel closes when the test run ends, however that happens.
      stdio: ['ignore', output, output, 'ipc'],
    })
    fs.closeSync(output)
    this.#child = child
    const gone = new AbortController()
    let heard = 0
    child.on('message', message => {
      if (startingLine(message) !== undefined) heard = performance.now()
    })
    child.once('exit', () => gone.abort(new Error(`${script} ended while starting`)))
    try {
      await waitForAnswer(readyUrl, {
        seconds: 180,
        what: script,
        signal: gone.signal,
        lastHeard: () => heard,
      })
    } catch (cause) {
      await this.kill()
      throw new Error(`${script} did not start:\n${tail(log)}`, { cause })
    }
  }

  /** Ends it, by default without a chance to clean up, and waits for its end. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }

  /** Kills it as a crash would and starts it again with the same settings. */
  async crashAndRestart(): Promise<void> {
    await this.kill('SIGKILL')
    await this.start()
  }
}

const tail = (file: string): string => fs.readFileSync(file, 'utf8').split('\n').slice(-40).join('\n')
