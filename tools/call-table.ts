import { api, type Call } from '@parley/core/calls'
import { writeOrCheck } from './steps/made-file.mjs'

/*
 * Writes the table of the declared calls for the browser, without the schemas: they and their library would be a sixth of
 * the console's first load. Most calls have a table of their own, which comes with the parts that make them: those of the
 * first load are named below. With --check it only compares. Run by `npm run call-table`.
 */

/** As the formatter would break it. */
const widest = 110

const entry = ([name, { method, path, access, encoding }]: [string, Call]): string => {
  const fields = [`method: '${method}'`, `path: '${path}'`, `access: '${access}'`]
  if (encoding !== undefined) fields.push(`encoding: '${encoding}'`)
  const line = `  ${name}: { ${fields.join(', ')} },`
  if (line.length <= widest) return line
  return [`  ${name}: {`, ...fields.map(field => `    ${field},`), '  },'].join('\n')
}

/** Calls of the first load: of the shell and its live data. Every other comes with the part that makes it. */
const first = new Set<string>([
  'token',
  'logout',
  'socketTicket',
  'signInDefaults',
  'capabilities',
  'availableAgents',
  'setAgentStatus',
  'pollNotifications',
  'readNotification',
  'readAllNotifications',
  'clearNotifications',
  'conversations',
  'history',
  'historyFallback',
  'unreadStats',
  'messageDrafts',
  'writeMessageDraft',
  'tickets',
  'ticket',
  'ticketList',
  'ticketByNumber',
  'issues',
  'issue',
  'ippApplications',
  'ippApplication',
  'libApplications',
  'libApplication',
  'work',
  'uploadDocument',
  'downloadDocument',
  'previewDocument',
  'thumbnailDocument',
  'dashboard',
] satisfies (keyof typeof api)[])

const isLater = ([name]: [string, Call]): boolean => !first.has(name)
const calls = Object.entries(api)

const files = {
  'call-table.ts': `// Made by \`npm run call-table\` from the declarations in @parley/core/calls. Do not edit.
import type { api } from '@parley/core/calls'
import type { Route } from './caller.ts'
import type { LaterCall } from './later-call-table.ts'

/** How each declared call travels, but for those of parts that come later. */
export const callTable: Readonly<Record<Exclude<keyof typeof api, LaterCall>, Route>> = {
${calls
  .filter(call => !isLater(call))
  .map(entry)
  .join('\n')}
}
`,
  'later-call-table.ts': `// Made by \`npm run call-table\` from the declarations in @parley/core/calls. Do not edit.
import type { Route } from './caller.ts'

/** How the calls travel that are made by parts of the page that come later. */
export const laterCallTable = {
${calls.filter(isLater).map(entry).join('\n')}
} as const satisfies Readonly<Record<string, Route>>

export type LaterCall = keyof typeof laterCallTable
`,
}

for (const [name, text] of Object.entries(files))
  writeOrCheck(`packages/web/src/client/${name}`, text, 'call-table')
