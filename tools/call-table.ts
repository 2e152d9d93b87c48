import fs from 'node:fs'
import { api, type Call } from '@parley/core/api'

/*
 * Writes what a browser needs to make each declared call, without the schemas: they and their library would be a sixth of
 * the console's first load. With --check it only compares. Run by `npm run call-table`.
 */

const target = new URL('../packages/web/src/data/call-table.ts', import.meta.url)

const line = ([name, { method, path, access, encoding }]: [string, Call]): string => {
  const form = encoding === undefined ? '' : `, encoding: '${encoding}'`
  return `  ${name}: { method: '${method}', path: '${path}', access: '${access}'${form} },`
}

const text = `// Made by \`npm run call-table\` from the declarations in @parley/core/api. Do not edit.
import type { api } from '@parley/core/api'
import type { Route } from './caller.ts'

/** How each declared call travels. */
export const callTable: Readonly<Record<keyof typeof api, Route>> = {
${Object.entries(api).map(line).join('\n')}
}
`

if (!process.argv.includes('--check')) fs.writeFileSync(target, text)
else if (fs.readFileSync(target, 'utf8') !== text) {
  console.error(
    'packages/web/src/data/call-table.ts is not what the declarations give. Run: npm run call-table',
  )
  process.exitCode = 1
}
