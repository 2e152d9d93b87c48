/**
 * `npm run texts` writes the catalogue of the screen's texts, packages/web/texts/english.json: what the code gives to `t`,
 * `rich`, `plural` and `msg` (core/text/translate). With --check it writes nothing, and fails where the catalogue is behind.
 */
import fs from 'node:fs'
import { parseSync } from 'vite'
import { inRoot } from './steps/root.mjs'

const file = 'packages/web/texts/english.json'
const folders = ['packages/core/src', 'packages/web/src']
const ofTexts = new Set(['t', 'rich', 'msg'])

/** @type {Map<string, string | { one: string, other: string }>} */
const texts = new Map()
for (const folder of folders) {
  for (const name of fs.readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(test|fixture)\.tsx?$/.test(name)) continue
    const path = inRoot(folder, name)
    collect(parseSync(path, fs.readFileSync(path, 'utf8')).program)
  }
}
const written = `${JSON.stringify(Object.fromEntries([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`

if (!process.argv.includes('--check')) {
  fs.writeFileSync(inRoot(file), written)
} else if (!fs.existsSync(inRoot(file)) || fs.readFileSync(inRoot(file), 'utf8') !== written) {
  console.error(`${file} is not what the code says. Run: npm run texts`)
  process.exitCode = 1
}

/** @param {any} node of the syntax tree */
function collect(node) {
  if (node === null || typeof node !== 'object') return
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
    const [first, second] = node.arguments
    if (ofTexts.has(node.callee.name) && first?.type === 'Literal') texts.set(first.value, first.value)
    if (node.callee.name === 'plural' && second?.type === 'ObjectExpression') {
      const [one, other] = ['one', 'other'].map(
        form => second.properties.find((/** @type {any} */ it) => it.key.name === form).value.value,
      )
      texts.set(other, { one, other })
    }
  }
  for (const part of Object.values(node)) collect(part)
}
