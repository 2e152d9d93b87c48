import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { root, shown } from './root.mjs'

const graceMs = 16_000

/**
 * @typedef {{ name: string, script: string, env: NodeJS.ProcessEnv, log?: string }} Program
 *   `script` from the repository's root; `log`: file for its standard output, in a directory that exists; else our own output
 */

/**
 * Starts programs that live and die together: a signal to us, the death of our parent or the end of any of them
 * stops them all, with SIGTERM and after sixteen seconds SIGKILL. Each has its own process group, so that a
 * terminal's Ctrl-C reaches only us, and an IPC channel whose closing tells it that we are gone.
 * @param {Program[]} programs
 * @param {(line: string) => void} [onStarting] gets lines about a long start
 * @returns {{ ended: Promise<number>, stop: (code: number) => void }} `ended` gives the exit code once all are gone
 */
export function startTogether(programs, onStarting) {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const running = new Map()
  /** @type {(code: number) => void} */
  let end = () => {}
  /** @type {Promise<number>} */
  const ended = new Promise(resolve => {
    end = resolve
  })
  let code = 0
  let stopping = false

  /** @param {NodeJS.Signals} signal */
  const signalAll = signal => {
    for (const child of running.values()) child.kill(signal)
  }
  /** @param {number} exitCode */
  const stop = exitCode => {
    if (stopping) return signalAll('SIGKILL') // asked twice: no more patience
    stopping = true
    code = exitCode
    signalAll('SIGTERM')
    setTimeout(signalAll, graceMs, 'SIGKILL').unref()
  }

  for (const program of programs) {
    const child = spawnProgram(program)
    running.set(program.name, child)
    child.on('message', message => {
      const line = startingLine(message)
      if (line !== undefined) onStarting?.(line)
    })
    child.once('exit', (exitCode, signal) => {
      running.delete(program.name)
      if (!stopping) {
        const log = program.log ? ` Its log is ${shown(program.log)}.` : ''
        console.error(`The ${program.name} stopped (${signal ?? `exit code ${exitCode}`}).${log}`)
        stop(exitCode || 1)
      }
      if (running.size === 0) end(code)
    })
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
  // npm does not pass every signal on, and a killed parent passes none: the parent's id is the only sure sign. The npm
  // scripts start us by `exec`, so that our parent is npm and not a shell that outlives it.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && !stopping && stop(0), 300).unref()
  return { ended, stop }
}

/** @param {Program} program */
function spawnProgram({ script, env, log }) {
  const output = log ? fs.openSync(log, 'w', 0o600) : 'inherit'
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
    detached: true,
  })
  if (typeof output === 'number') fs.closeSync(output)
  return child
}

/**
 * A program's line about its start, from the IPC channel; undefined for other messages.
 * @param {unknown} message
 * @returns {string | undefined}
 */
export function startingLine(message) {
  const line = /** @type {{ starting?: unknown } | null} */ (message)?.starting
  return typeof line === 'string' ? line : undefined
}
