import { layers } from './layers.mjs'

/**
 * @typedef {{ path: string, package: string, unit: string, isTest: boolean }} Place
 *   `package`: a package's name, or '' outside packages/; `unit`: as in layers.mjs, '' outside src
 */

/**
 * @param {string} path from the repository's root
 * @returns {Place}
 */
export function placeOf(path) {
  const isTest = /\.(test|fixture)\.tsx?$|\/test\//.test(path)
  const [, name = '', inside = ''] = /^packages\/([^/]+)\/(.*)$/.exec(path) ?? []
  const [, below] = /^src\/(.*)$/.exec(inside) ?? []
  if (below === undefined) return { path, package: name, unit: '', isTest: isTest || name !== '' }
  const known = (layers[name] ?? []).flat()
  const plain = below.replace(/\.tsx?$/, '')
  const unit =
    known.find(one => one.includes('/') && `${plain}/`.startsWith(`${one}/`)) ?? plain.split('/')[0] ?? ''
  return { path, package: name, unit, isTest }
}
