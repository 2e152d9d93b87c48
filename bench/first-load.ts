import fs from 'node:fs'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../tools/steps/root.mjs'
import type { Figure } from './rounds.ts'

const budgetKb = 165
const budgetFiles = 8

/**
 * JavaScript that stands before sign-in and list: what the page names, both screens among it, and all that its modules
 * import. KB of gzip -9.
 */
export function firstLoad(): readonly Figure[] {
  const page = fs.readFileSync(inRoot('dist/web/index.html'), 'utf8')
  const named = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, file]) => file ?? '',
  )
  const files = new Set<string>()
  const take = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const code = fs.readFileSync(inRoot('dist/web', file), 'utf8')
    for (const [, name] of code.matchAll(/\bfrom"\.\/([^"]+\.js)"|\bimport"\.\/([^"]+\.js)"/g)) {
      if (name !== undefined) take(`assets/${name}`)
    }
  }
  for (const file of named) take(file)
  const bytes = [...files].map(
    file => gzipSync(fs.readFileSync(inRoot('dist/web', file)), { level: 9 }).length,
  )
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1024
  return [
    {
      name: 'JavaScript on first load, gzip',
      measured: `${kb.toFixed(1)} KB`,
      reference: `${budgetKb} KB budget`,
      ratio: kb / budgetKb,
      better: 'lower',
      goal: 1,
    },
    {
      name: 'scripts on first load',
      measured: `${files.size} files`,
      reference: `${budgetFiles} files budget`,
      ratio: files.size / budgetFiles,
      better: 'lower',
      goal: 1,
    },
  ]
}
