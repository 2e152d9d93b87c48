import fs from 'node:fs'
import { api, type Call } from '@parley/core/api'

/*
 * Writes what a browser needs to make each declared call, without the schemas: they and their library would be a sixth of
 * the console's first load. With --check it only compares. Run by `npm run call-table`.
 */

const target = new URL('../packages/web/src/client/call-table.ts', import.meta.url)

/** As the formatter would break it. */
const widest = 110

const entry = ([name, { method, path, access, encoding }]: [string, Call]): string => {
  const fields = [`method: '${method}'`, `path: '${path}'`, `access: '${access}'`]
  if (encoding !== undefined) fields.push(`encoding: '${encoding}'`)
  const line = `  ${name}: { ${fields.join(', ')} },`
  if (line.length <= widest) return line
  return [`  ${name}: {`, ...fields.map(field => `    ${field},`), '  },'].join('\n')
}

const text = `// Made by \`npm run call-table\` from the declarations in @parley/core/api. Do not edit.
import type { api } from '@parley/core/api'
import type { Route } from './caller.ts'

/** How each declared call travels. */
export const callTable: Readonly<Record<keyof typeof api, Route>> = {
${Object.entries(api).map(entry).join('\n')}
}
`

if (!process.argv.includes('--check')) fs.writeFileSync(target, text)
else if (fs.readFileSync(target, 'utf8') !== text) {
  console.error(
    'packages/web/src/client/call-table.ts is not what the declarations give. Run: npm run call-table',
  )
  process.exitCode = 1
}
