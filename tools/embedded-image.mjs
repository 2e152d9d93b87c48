import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openEmbeddedDatabase } from '../packages/server/src/db/open.ts'
import { inRoot } from './steps/root.mjs'

const migrations = inRoot('packages/server/migrations')

/**
 * A tar of the embedded database as its first boot leaves it, for all that open one in memory: a first boot costs 3.6 s of
 * CPU, opening the image 0.6 s. Made once for each version of the database.
 * @returns {Promise<string>} the file's path
 */
export const embeddedImage = () =>
  keptImage(`embedded-${versionOfDatabase()}`, async () => dumped(await PGlite.create()))

/**
 * The same with the schema in it, which costs another 2 s each time. Made once for each version of the database and of
 * the migrations.
 * @returns {Promise<string>} the file's path
 */
export const migratedImage = () =>
  keptImage(`migrated-${versionOfDatabase()}-${versionOfSchema()}`, async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'parley-image-'))
    try {
      const database = await openEmbeddedDatabase(directory)
      await migrate(database.unhurried, new Date())
      await database.close()
      return await dumped(await PGlite.create(path.join(directory, 'pg')))
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

/** @param {PGlite} database */
async function dumped(database) {
  const image = await database.dumpDataDir('none')
  await database.close()
  return Buffer.from(await image.arrayBuffer())
}

/**
 * @param {string} name
 * @param {() => Promise<Buffer>} make
 */
async function keptImage(name, make) {
  const file = inRoot('node_modules', '.cache', 'parley', `${name}.tar`)
  if (existsSync(file)) return file
  await mkdir(path.dirname(file), { recursive: true })
  // Whole or not at all: another run may look for it meanwhile.
  const unborn = `${file}.${process.pid}`
  await writeFile(unborn, await make())
  await rename(unborn, file)
  return file
}

/** @returns {string} */
const versionOfDatabase = () =>
  JSON.parse(readFileSync(inRoot('node_modules/@electric-sql/pglite/package.json'), 'utf8')).version

function versionOfSchema() {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).toSorted()) {
    hash.update(name).update(readFileSync(path.join(migrations, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
