import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from './steps/root.mjs'

/** @param {string} folder */
const pagesOf = folder =>
  fs
    .readdirSync(inRoot(folder))
    .filter(name => name.endsWith('.md'))
    .map(name => path.join(folder, name))

const packages = fs.readdirSync(inRoot('packages')).join('|')
/** `server/db/write.ts` is packages/server/src/db/write.ts on the pages that say so. */
const below = new RegExp(`^(${packages})/(.+)$`)
const shortened = new Set(['ARCHITECTURE.md', 'CONTRIBUTING.md'])
const whole = /^(packages|docs|tools|e2e|bench|deploy)\/[\w./-]+$/

/** @param {string} page @returns {string[]} the files and folders that it names, from the root */
function namedIn(page) {
  const text = fs.readFileSync(inRoot(page), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) =>
    path.join(path.dirname(page), to),
  )
  // A decision keeps the names of its day.
  if (page.startsWith('docs/decisions/')) return links
  const paths = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) =>
    shortened.has(page) ? name.replace(below, 'packages/$1/src/$2') : name,
  )
  return [...links, ...paths.filter(name => whole.test(name))]
}

test.each([...pagesOf('.'), ...pagesOf('docs'), ...pagesOf('docs/decisions')])(
  '%s names files that exist',
  page => {
    expect(namedIn(page).filter(name => !['', '.ts'].some(end => fs.existsSync(inRoot(name + end))))).toEqual(
      [],
    )
  },
)
