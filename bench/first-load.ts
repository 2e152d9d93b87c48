import fs from 'node:fs'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../tools/steps/root.mjs'
import type { Figure } from './rounds.ts'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly name?: string
}

const budgetKb = 200
/** The screens somebody meets first; they load with the entry or right after it. */
const firstScreens = /(LoginPage|ConversationsPage)/

/** JavaScript that is loaded for sign-in plus list: the entry, both screens, and all they import. KB of gzip -9. */
export function firstLoad(): Figure {
  const manifest = JSON.parse(fs.readFileSync(inRoot('dist/web/.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const wanted = new Set<string>()
  const take = (key: string) => {
    if (wanted.has(key)) return
    wanted.add(key)
    for (const imported of manifest[key]?.imports ?? []) take(imported)
  }
  for (const [key, chunk] of Object.entries(manifest)) {
    if (chunk.isEntry === true || firstScreens.test(key)) take(key)
  }
  const files = [...wanted].flatMap(key => manifest[key]?.file ?? []).filter(file => file.endsWith('.js'))
  const bytes = files.map(file => gzipSync(fs.readFileSync(inRoot('dist/web', file)), { level: 9 }).length)
  const kb = bytes.reduce((sum, size) => sum + size, 0) / 1024
  return {
    name: `JavaScript on first load, gzip (${files.length} files)`,
    measured: `${kb.toFixed(1)} KB`,
    reference: `${budgetKb} KB budget`,
    ratio: kb / budgetKb,
    better: 'lower',
    goal: 1,
  }
}
