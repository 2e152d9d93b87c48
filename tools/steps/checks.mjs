import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { inRoot, root } from './root.mjs'

const execute = promisify(execFile)

/**
 * @typedef {{ name: string, commands: string[][] }} Check  commands: arguments for Node.js; all must succeed
 */

const tsc = 'node_modules/typescript/bin/tsc'

/** @type {Check[]} */
export const checks = [
  { name: 'types', commands: typedFolders().map(folder => [tsc, '-p', folder]) },
  {
    name: 'lint',
    commands: [
      ['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings', '.'],
    ],
  },
  {
    name: 'knip',
    commands: [['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints']],
  },
  { name: 'format', commands: [['node_modules/@biomejs/biome/bin/biome', 'format', '--colors=off', '.']] },
  { name: 'requirements', commands: [['tools/requirements.mjs']] },
  { name: 'db-types', commands: [['--import', 'tsx', 'tools/db-types.ts', '--check']] },
  { name: 'settings', commands: [['--import', 'tsx', 'tools/settings.ts', '--check']] },
  { name: 'texts', commands: [['tools/texts.mjs', '--check']] },
]

/**
 * Runs some checks one after the other and prints a line for each, with the output of a failing one.
 * @param {Check[]} chosen
 * @returns {Promise<{ passed: number, failures: import('./outcome.mjs').Trouble[] }>}
 */
export async function runChecks(chosen) {
  /** @type {import('./outcome.mjs').Trouble[]} */
  const failures = []
  for (const { name, commands } of chosen) {
    const started = performance.now()
    const said = (await Promise.all(commands.map(complaint))).filter(text => text !== undefined)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${said.length === 0 ? '✓' : '✗'} ${name} ${seconds} s`)
    if (said.length === 0) continue
    const message = said.join('\n').trim()
    failures.push({ name, message })
    console.log(message.replaceAll(/^/gm, '    '))
  }
  return { passed: chosen.length - failures.length, failures }
}

/** Folders with a TypeScript project of their own. */
function typedFolders() {
  const packages = fs.readdirSync(inRoot('packages')).map(name => `packages/${name}`)
  return [...packages, 'packages/simulator/page', 'e2e', 'bench', 'tools'].filter(folder =>
    fs.existsSync(inRoot(folder, 'tsconfig.json')),
  )
}

/**
 * @param {string[]} command
 * @returns {Promise<string | undefined>} the output of a failing command, undefined when it succeeded
 */
async function complaint(command) {
  try {
    await execute(process.execPath, command, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
    return undefined
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = /** @type {Error & { stdout?: string, stderr?: string }} */ (error)
    return `${stdout}${stderr}` || message
  }
}
