import { parseSync, Visitor } from 'vite'

const titled = new Set(['test', 'it', 'describe'])
const bracket = /\[([A-Z]+-\d+(?:[\s,]+[A-Z]+-\d+)*)\]/g

/**
 * The requirement ids that a test file cites: in brackets, in the title of a test or of a group of tests, as in
 * `test('[THREAD-02 THREAD-03] …')`. Comments and other strings prove nothing and do not count; neither do tests
 * that are skipped.
 * @param {import('../steps/source-files.mjs').SourceFile} file
 * @returns {string[]}
 */
export function citations(file) {
  /** @type {string[]} */
  const ids = []
  const { program } = parseSync(file.path, file.text)
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      const names = chain(callee)
      if (!titled.has(names[0] ?? '') || names.includes('skip') || names.includes('todo')) return
      for (const [, inside = ''] of textOf(title).matchAll(bracket)) ids.push(...inside.split(/[\s,]+/))
    },
  }).visit(program)
  return ids
}

/**
 * The names of a call chain: test.each(rows) gives ["test", "each"].
 * @param {import('vite').ESTree.Node} node
 * @returns {string[]}
 */
function chain(node) {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'CallExpression') return chain(node.callee)
  if (node.type === 'TaggedTemplateExpression') return chain(node.tag)
  if (node.type !== 'MemberExpression') return []
  return [...chain(node.object), node.property.type === 'Identifier' ? node.property.name : '']
}

/**
 * @param {import('vite').ESTree.Node | undefined} node
 * @returns {string} the fixed text of a string or template
 */
function textOf(node) {
  if (node?.type === 'Literal') return String(node.value)
  if (node?.type === 'TemplateLiteral') return node.quasis.map(part => part.value.raw).join('…')
  return ''
}

/**
 * The ids of docs/requirements.md: every table row whose first cell is one.
 * @param {string} markdown
 * @returns {Set<string>}
 */
export function knownIds(markdown) {
  return new Set([...markdown.matchAll(/^\|\s*([A-Z]+-\d+)\s*\|/gm)].map(([, id = '']) => id))
}

/**
 * The ids of docs/done.txt: "AREA-01" or "AREA-01..08", any number on a line; "#" starts a comment.
 * @param {string} text
 * @returns {string[]}
 * @throws {Error} naming the word that is neither
 */
export function doneIds(text) {
  const words = text.split('\n').flatMap(line => line.replace(/#.*/, '').split(/\s+/).filter(Boolean))
  return words.flatMap(word => {
    const [, area, first, last = first] = /^([A-Z]+)-(\d+)(?:\.\.(\d+))?$/.exec(word) ?? []
    if (!area || !first) throw new Error(`docs/done.txt: "${word}" is not an id or a range of ids.`)
    const count = Number(last) - Number(first) + 1
    return Array.from(
      { length: count },
      (_, n) => `${area}-${String(Number(first) + n).padStart(first.length, '0')}`,
    )
  })
}

/**
 * Compares the requirements declared done with those that tests cite.
 * @param {{ known: Set<string>, done: string[], cited: { id: string, path: string }[] }} facts
 * @returns {string[]} one sentence for each thing that is wrong
 */
export function gaps({ known, done, cited }) {
  const citedIds = new Set(cited.map(({ id }) => id))
  return [
    ...repeated(done).map(id => `${id} is declared done twice in docs/done.txt.`),
    ...done
      .filter(id => !known.has(id))
      .map(id => `${id} is declared done, but docs/requirements.md has no such row.`),
    ...done
      .filter(id => known.has(id) && !citedIds.has(id))
      .map(id => `${id} is declared done, but no test cites it: write one with [${id}] in its title.`),
    ...cited
      .filter(({ id }) => !known.has(id))
      .map(({ id, path }) => `${path} cites ${id}, but docs/requirements.md has no such row.`),
  ]
}

/** @param {string[]} ids */
const repeated = ids => ids.filter((id, n) => ids.indexOf(id) < n)
