import {
  browserSide,
  layers,
  lazyArrows,
  packageArrows,
  serverDoors,
  testArrows,
  unitArrows,
} from './layers.mjs'
import { placeOf } from './place.mjs'

/**
 * @typedef {import('./place.mjs').Place} Place
 * @typedef {import('./imports.mjs').Import} Import
 * @typedef {Record<string, string[]>} Dependencies npm packages that each of our packages declares
 */

/**
 * Judges one import by the arrows between and inside the packages.
 * @param {Place} from
 * @param {Import} imported
 * @param {Dependencies} dependencies
 * @returns {string | undefined} what to do instead
 */
export function judge(from, { target, typeOnly, lazy }, dependencies) {
  if (target.kind === 'own') {
    if (from.isTest && testArrows[from.package]?.includes(target.package)) return undefined
    if (isSchema(target) && !typeOnly && isConsole(from)) return schemasStay
    const may = lazyArrows[target.package]
    if (may?.package === from.package && may.unit === from.unit) return lazy ? undefined : onlyLazily
    return judgePackage(from, target.package, typeOnly) ?? judgeDoor(from, target)
  }
  if (target.kind === 'file') {
    const to = placeOf(target.path)
    if (to.package === from.package) {
      const intoSchemas = from.package === 'core' && to.unit === 'api' && from.unit !== 'api'
      if (intoSchemas && !typeOnly && !from.isTest) return schemasStay
      return judgeUnit(from, to)
    }
    if (to.package === '') return undefined
    return judgePackage(from, to.package, typeOnly) ?? `write @parley/${to.package}/… instead of a path.`
  }
  if (from.package === '' || from.isTest) return undefined
  if (target.kind === 'builtin') {
    return browserSide.has(from.package)
      ? 'this package runs in the browser too; take what Node.js gives as an argument.'
      : undefined
  }
  return (dependencies[from.package] ?? []).includes(target.name)
    ? undefined
    : `declare it: npm install -E -w packages/${from.package} ${target.name}.`
}

const schemasStay = 'the console loads no schemas; take types from api, and words and limits from core/words.'

const onlyLazily = 'load it by import() where it is needed, so that no other bundle holds it.'

/**
 * @param {Place} from
 * @param {Extract<Import['target'], { kind: 'own' }>} target
 */
function judgeDoor(from, target) {
  if (target.package !== 'server' || from.isTest) return undefined
  const [unit = '', file] = target.module.split('/')
  return serverDoors.has(unit) && file !== 'routes'
    ? undefined
    : 'import the database or a noun; what ties the server together is for main alone.'
}

/** @param {Import['target']} target */
const isSchema = target =>
  target.kind === 'own' && target.package === 'core' && /^api(\/|$)/.test(target.module)

/** @param {Place} from */
const isConsole = from => from.package === 'web' && !from.isTest

/**
 * @param {Place} from
 * @param {string} to
 * @param {boolean} typeOnly
 */
function judgePackage(from, to, typeOnly) {
  if (from.package === '') {
    return typeOnly
      ? undefined
      : 'this side speaks HTTP only; call the running product instead (types may be imported).'
  }
  const allowed = packageArrows[from.package] ?? []
  if (from.package === to) return 'import the own package by a relative path.'
  const units = from.isTest ? undefined : unitArrows[from.package]?.[to]
  if (units !== undefined && !units.includes(from.unit)) {
    return `only ${units.join(' and ')} may import ${to}; say what is needed in our own words, and let ${units[0]} pass it on.`
  }
  if (allowed.includes(to)) return undefined
  const may = allowed.length > 0 ? `may import ${allowed.join(' and ')}` : 'imports none of our packages'
  return `${from.package} ${may}; move what both need into a package that both may import, or pass it as an argument.`
}

/**
 * @param {Place} from
 * @param {Place} to
 */
function judgeUnit(from, to) {
  const order = layers[from.package]
  if (!order || from.isTest || from.unit === '') return undefined
  if (to.isTest) return 'only tests import what is made for tests.'
  const level = order.findIndex(line => line.includes(from.unit))
  const target = order.findIndex(line => line.includes(to.unit))
  if (level < 0) return `tell tools/arrows/layers.mjs where "${from.unit}" stands.`
  if (target < 0) return `tell tools/arrows/layers.mjs where "${to.unit}" stands.`
  if (from.package === 'web') return judgeWeb(from, to, level, target)
  if (/^packages\/server\/src\/[^/]+\/routes\.ts$/.test(to.path) && from.unit !== 'app') {
    return 'routes are mounted by app.ts alone; import the actions or queries instead.'
  }
  if (target > level) {
    return `"${to.unit}" stands above "${from.unit}"; move the shared part down, or let the caller pass it in.`
  }
  return undefined
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {number} level
 * @param {number} target
 */
function judgeWeb(from, to, level, target) {
  if (from.unit === 'ui' && target > level)
    return 'the design system knows nothing of the product; pass it in as a prop.'
  if (from.unit === 'features' && to.unit === 'features' && featureOf(from) !== featureOf(to)) {
    return 'features never import features; let the page compose both.'
  }
  if (target > level) {
    return `"${to.unit}" stands above "${from.unit}" (app, pages, features, data, sync, client, ui); pass it in, or move it down.`
  }
  return undefined
}

/** @param {Place} place */
const featureOf = place => place.path.split('/')[4]
