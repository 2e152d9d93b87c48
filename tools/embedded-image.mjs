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
 * For databases of a few thousand rows that are opened by the hundred. Of 2.5 s of CPU at each opening, the usual 128 MB of
 * buffers took 0.9 s, which are written through, and the usual log of 16 MB took 0.4 s, which is copied.
 */
const small = ['-c', 'shared_buffers=8MB', '-c', 'wal_recycle=off', '--wal-segsize=1']

/**
 * A tar of the embedded database as its first boot leaves it, for all that open one in memory: a first boot costs
 * several times what opening the image does. Made once for each version of the database.
 * @returns {Promise<string>} the file's path
 */
export const embeddedImage = () =>
  keptImage(`small-${versionOfDatabase()}`, async () =>
    dumped(await PGlite.create({ initDbStartParams: small })),
  )

/**
 * The same with the schema in it, which costs another 2 s each time. Made once for each version of the database and of
 * the migrations.
 * @returns {Promise<string>} the file's path
 */
export const migratedImage = () =>
  keptImage(`small-migrated-${versionOfDatabase()}-${versionOfSchema()}`, async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'parley-image-'))
    try {
      const data = path.join(directory, 'pg')
      const first = await PGlite.create(data, { initDbStartParams: small })
      await first.close()
      const database = await openEmbeddedDatabase(directory)
      await migrate(database.unhurried, new Date())
      await database.close()
      return await dumped(await PGlite.create(data))
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

/**
 * Without the databases that others are made from, which nobody does here: they are half of it.
 * @param {PGlite} database
 */
async function dumped(database) {
  await database.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await database.exec(`drop database ${name}`)
  await database.exec('checkpoint')
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
