import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'vite'

/**
 * @typedef {{ kind: 'file', path: string } | { kind: 'own', package: string, module: string } |
 *   { kind: 'builtin', name: string } | { kind: 'installed', name: string }} Target
 *   a file of the same repository by path; one of our packages by name; a module of Node.js; an npm package
 * @typedef {{ specifier: string, typeOnly: boolean, lazy: boolean, target: Target }} Import `lazy`: by `import()`
 */

/**
 * Everything that a TypeScript file imports or exports from elsewhere: statements, `import()` and types.
 * @param {import('../steps/source-files.mjs').SourceFile} file
 * @returns {Import[]}
 * @throws {Error} when the file cannot be parsed
 */
export function importsOf(file) {
  const { program, module, errors } = parseSync(file.path, file.text)
  if (errors.length > 0) throw new Error(`${file.path} cannot be parsed: ${errors[0]?.message}`)
  /** @type {Omit<Import, 'target'>[]} */
  const found = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every(entry => entry.isType)
    found.push({ specifier: moduleRequest.value, typeOnly, lazy: false })
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ specifier: moduleRequest.value, typeOnly: isType, lazy: false })
    }
  }
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type !== 'Literal') return
      found.push({ specifier: String(source.value), typeOnly: false, lazy: true })
    },
    TSImportType: ({ source }) => {
      found.push({ specifier: source.value, typeOnly: true, lazy: false })
    },
  }).visit(program)
  return found.map(one => ({ ...one, target: targetOf(file.path, one.specifier) }))
}

/**
 * The names of the functions and values that a TypeScript file exports, without its types.
 * @param {import('../steps/source-files.mjs').SourceFile} file
 * @returns {string[]}
 */
export const exportsOf = file =>
  parseSync(file.path, file.text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, isType, moduleRequest }) =>
      isType || moduleRequest || exportName.name === null ? [] : [exportName.name],
    ),
  )

/**
 * @param {string} from
 * @param {string} specifier
 * @returns {Target}
 */
function targetOf(from, specifier) {
  if (specifier.startsWith('.'))
    return { kind: 'file', path: path.posix.join(path.posix.dirname(from), specifier) }
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier }
  const [first = '', second = '', ...rest] = specifier.split('/')
  if (first === '@parley') return { kind: 'own', package: second, module: rest.join('/') }
  return { kind: 'installed', name: first.startsWith('@') ? `${first}/${second}` : first }
}
