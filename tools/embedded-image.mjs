import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { inRoot } from './steps/root.mjs'

/**
 * A tar of the embedded database as its first boot leaves it, for all that open one in memory: a first boot costs 3.6 s of
 * CPU, opening the image 0.6 s. Made once for each version of the database.
 * @returns {Promise<string>} the file's path
 */
export async function embeddedImage() {
  const { version } = JSON.parse(
    readFileSync(inRoot('node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  )
  const file = inRoot('node_modules', '.cache', 'parley', `embedded-${version}.tar`)
  if (existsSync(file)) return file
  await mkdir(path.dirname(file), { recursive: true })
  const database = await PGlite.create()
  const image = await database.dumpDataDir('none')
  await database.close()
  // Whole or not at all: another run may look for it meanwhile.
  const unborn = `${file}.${process.pid}`
  await writeFile(unborn, Buffer.from(await image.arrayBuffer()))
  await rename(unborn, file)
  return file
}
