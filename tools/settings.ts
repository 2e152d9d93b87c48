import { Environment } from '../packages/server/src/config/environment.ts'
import { writeOrCheck } from './steps/made-file.mjs'

/*
 * Writes docs/settings.md from the declaration of the settings. With --check it only compares. Run by `npm run settings`.
 */

/** "`4000`", or "–" without a default. */
function unlessSet(schema: (typeof Environment.shape)[keyof typeof Environment.shape]): string {
  const { data } = schema.safeParse(undefined)
  return data === undefined || Array.isArray(data) ? '–' : `\`${data}\``
}

const rows = Object.entries(Environment.shape).map(([name, schema]) => {
  const { description } = schema
  if (description === undefined) throw new Error(`${name} does not say what it means`)
  return `| \`${name}\` | ${unlessSet(schema)} | ${description} |`
})

const text = `<!-- Made by \`npm run settings\` from packages/server/src/config/environment.ts. Do not edit. -->
# Settings

Parley reads its settings from the environment at the start. A missing or wrong one stops the start with its name and the reason. \`npm run parley -- doctor\` checks all of them.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`

writeOrCheck('docs/settings.md', text, 'settings')
