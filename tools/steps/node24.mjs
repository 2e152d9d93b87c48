import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { honest } from './outcome.mjs'
import { inRoot } from './root.mjs'
import { run } from './run.mjs'
import { vitest } from './runners.mjs'

const folder = 'tools/node24'
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * Checks the Node.js of production, version 24: one start of dist/ with a first answered message, and in the long form the tests
 * of the pure packages. Left out, with a line about it, where npm has no such program for this machine.
 * @param {boolean} isLong
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runOnNode24(isLong) {
  const named = `node-${process.platform}-${process.arch}`
  const { optionalDependencies } = JSON.parse(fs.readFileSync(inRoot(folder, 'package.json'), 'utf8'))
  if (!Object.hasOwn(optionalDependencies, named)) {
    console.log(`Left out: npm has no Node.js 24 for ${process.platform} on ${process.arch}.`)
    return honest({}, 0)
  }
  const installed = await run('npm', ['ci', '--prefix', folder, ...quietly])
  if (installed !== 0) return failed('the installation of Node.js 24', 'npm says why above.')
  const node = inRoot(folder, 'node_modules', named, 'bin', 'node')
  const start = await runStart(node)
  if (!isLong) return start
  const { passed, troubles, code } = await vitest(['--config=tools/node24/vitest.config.ts'], node)
  const units = honest({ passed, failures: troubles }, code)
  return {
    passed: units.passed + start.passed,
    failed: units.failed + start.failed,
    failures: [...units.failures, ...start.failures],
    unstable: [],
  }
}

/**
 * One start with a first answered message, in a directory of its own.
 * @param {string} node
 */
async function runStart(node) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-node24-'))
  try {
    const env = { ...process.env, DATA_DIR: directory }
    const code = await run(node, ['tools/node24/first-answer.mjs'], { env })
    if (code !== 0)
      return failed('a start on Node.js 24', 'No first message was answered; the reason is above.')
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
