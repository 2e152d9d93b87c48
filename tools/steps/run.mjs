import { spawn } from 'node:child_process'
import os from 'node:os'
import { root } from './root.mjs'

/** An expected failure: its message is one line that tells a person what to do. */
export class Failure extends Error {}

/**
 * Runs a program's main function. A Failure is printed as its line; any other error is a defect of ours and keeps its
 * stack. Both end the process with 1.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}

/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command in the foreground, in the repository's root, and waits for its end. A signal that asks us to stop
 * is passed on to it; when it has ended, we end too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<number>} the exit code, 128 + number when a signal ended it
 */
export function run(command, args, { env = process.env, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio })
    /** @type {NodeJS.Signals | undefined} */
    let asked
    /** @param {NodeJS.Signals} signal */
    const stop = signal => {
      asked = signal
      // A terminal's Ctrl-C reaches the whole foreground group, the child included.
      if (signal !== 'SIGINT') child.kill(signal)
    }
    for (const signal of passedOn) process.on(signal, stop)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of passedOn) process.off(name, stop)
      if (asked) process.exit(128 + os.constants.signals[asked])
      resolve(signal ? 128 + os.constants.signals[signal] : (code ?? 1))
    })
  })
}
