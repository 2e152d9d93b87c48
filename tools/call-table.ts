import fs from 'node:fs'
import { api, type Call } from '@parley/core/api'

/*
 * Writes what a browser needs to make each declared call, without the schemas: they and their library would be a sixth of
 * the console's first load. Calls of the screens under "Manage", which few open, and of what comes when it is neared or
 * opened (figures, one's own account, saved views, two customers who are one, a customer's data, notes, reminders, canned
 * replies, templates, several conversations at once), have a table of their own, which comes with those. With --check it only compares. Run by `npm run call-table`.
 */

const place = '../packages/web/src/client/'

/** As the formatter would break it. */
const widest = 110

const entry = ([name, { method, path, access, encoding }]: [string, Call]): string => {
  const fields = [`method: '${method}'`, `path: '${path}'`, `access: '${access}'`]
  if (encoding !== undefined) fields.push(`encoding: '${encoding}'`)
  const line = `  ${name}: { ${fields.join(', ')} },`
  if (line.length <= widest) return line
  return [`  ${name}: {`, ...fields.map(field => `    ${field},`), '  },'].join('\n')
}

const later = [
  /^\/(account|accounts|audit|bot|channels|customers|monitor|performance|reports|saved-views|settings|statistics)\b|\/merge/,
  /^\/(canned-replies|notes|reminders|handoff\/(accept|bot|brief|reject|notifications\/agent)|assignments\/conversation|conversations\/bulk|search|intent|assist|auth\/(register|reset-password|update-password))\b/,
  /^\/applications\/(ipp|lib)\/(drafts|:id\/)/,
  /^\/conversations\/:id\/(customer-note|mentionable|notes|reminders|snooze|status|tags|templates)\b/,
  /^\/messages\/(:id\/reminder|agent\/(conversations|messages|send))\b/,
]

/** Changes of tickets and issues come with what shows them; lists hold them before. */
const isChange = ({ method, path }: Call): boolean => method !== 'GET' && /^\/(tickets|issues)\b/.test(path)

const isOfManage = ([, call]: [string, Call]): boolean =>
  later.some(of => of.test(call.path)) || isChange(call)
const calls = Object.entries(api)

const files = {
  'call-table.ts': `// Made by \`npm run call-table\` from the declarations in @parley/core/api. Do not edit.
import type { api } from '@parley/core/api'
import type { Route } from './caller.ts'
import type { ManageCall } from './manage-call-table.ts'

/** How each declared call travels, but for those of parts that come later. */
export const callTable: Readonly<Record<Exclude<keyof typeof api, ManageCall>, Route>> = {
${calls
  .filter(call => !isOfManage(call))
  .map(entry)
  .join('\n')}
}
`,
  'manage-call-table.ts': `// Made by \`npm run call-table\` from the declarations in @parley/core/api. Do not edit.
import type { Route } from './caller.ts'

/** How the calls of the screens under "Manage", and of other parts that come later, travel. */
export const manageCallTable = {
${calls.filter(isOfManage).map(entry).join('\n')}
} as const satisfies Readonly<Record<string, Route>>

export type ManageCall = keyof typeof manageCallTable
`,
}

for (const [name, text] of Object.entries(files)) {
  const target = new URL(`${place}${name}`, import.meta.url)
  if (!process.argv.includes('--check')) fs.writeFileSync(target, text)
  else if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== text) {
    console.error(
      `packages/web/src/client/${name} is not what the declarations give. Run: npm run call-table`,
    )
    process.exitCode = 1
  }
}
