import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { honest } from './outcome.mjs'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'
import { unitReport } from './vitest-report.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

const folder = 'tools/node24'

/**
 * What protects the Node.js of production: the tests of the pure packages on version 24, and one start of dist/ with a first
 * answered message. Left out, with a line that says so, where npm has no such program for this machine.
 * @returns {Promise<Outcome>}
 */
export async function runOnNode24() {
  const named = `node-${process.platform}-${process.arch}`
  const { optionalDependencies } = JSON.parse(fs.readFileSync(inRoot(folder, 'package.json'), 'utf8'))
  if (!Object.hasOwn(optionalDependencies, named)) {
    console.log(`Left out: npm has no Node.js 24 for ${process.platform} on ${process.arch}.`)
    return honest({}, 0)
  }
  const installed = await run('npm', [
    'ci',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (installed !== 0) return failed('the installation of Node.js 24', 'npm says why above.')
  const program = inRoot(folder, 'node_modules', named, 'bin', 'node')
  const [units, start] = [await runUnits(program), await runStart(program)]
  return {
    passed: units.passed + start.passed,
    failed: units.failed + start.failed,
    failures: [...units.failures, ...start.failures],
    unstable: [],
  }
}

/**
 * The tests that need neither a database nor a browser.
 * @param {string} program
 */
async function runUnits(program) {
  const report = inRoot(unitReport)
  fs.rmSync(report, { force: true })
  const code = await run(program, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=tools/node24/vitest.config.ts',
    '--reporter=./tools/steps/vitest-report.mjs',
  ])
  if (!fs.existsSync(report)) return honest({}, code)
  const { passed, troubles } = JSON.parse(fs.readFileSync(report, 'utf8'))
  return honest({ passed, failures: troubles }, code)
}

/**
 * One start with a first answered message, in a directory of its own.
 * @param {string} program
 */
async function runStart(program) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-node24-'))
  try {
    const env = { ...process.env, DATA_DIR: directory }
    const code = await run(program, ['tools/node24/first-answer.mjs'], { env })
    if (code !== 0) return failed('a start on Node.js 24', 'No first message was answered; why is above.')
    return honest({ passed: 1 }, 0)
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * @param {string} name
 * @param {string} message
 */
const failed = (name, message) => honest({ failures: [{ name, message }] }, 1)
