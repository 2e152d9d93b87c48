import fs from 'node:fs'
import { inRoot } from './root.mjs'

/**
 * Writes a file that is made from other files. With --check it only compares, and fails where the file is out of date.
 * @param {string} file from the repository's root
 * @param {string} text
 * @param {string} script of package.json, which makes the file
 */
export function writeOrCheck(file, text, script) {
  if (!process.argv.includes('--check')) return fs.writeFileSync(inRoot(file), text)
  if (fs.existsSync(inRoot(file)) && fs.readFileSync(inRoot(file), 'utf8') === text) return
  console.error(`${file} is out of date. Run: npm run ${script}`)
  process.exitCode = 1
}
