import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Absolute path of something in the repository.
 * @param {...string} parts path from the repository's root
 */
export const inRoot = (...parts) => path.join(root, ...parts)

/**
 * A path as a person in the repository would write it.
 * @param {string} file absolute
 */
export function shown(file) {
  const relative = path.relative(root, file)
  return relative.startsWith('..') ? file : relative
}
