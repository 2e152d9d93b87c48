import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'

/** A new directory with an embedded database in it, migrated and empty: opening it is no first boot. Whoever asks removes it. */
export function embeddedDirectory(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'))
  fs.mkdirSync(path.join(dir, 'pg'), { mode: 0o700 })
  // The names in it are absolute, which tar takes as those below the directory.
  execFileSync('tar', ['-xf', inject('migratedImage'), '-C', path.join(dir, 'pg')], { stdio: 'pipe' })
  return dir
}
