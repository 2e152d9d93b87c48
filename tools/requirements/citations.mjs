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
