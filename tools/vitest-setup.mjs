import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openPostgresDatabase } from '../packages/server/src/db/open.ts'
import { embeddedImage, migratedImage } from './embedded-image.mjs'
import { startPostgres } from './postgres.mjs'
import { bundle, serverEntries } from './steps/bundle.mjs'
import { ensureLearnt } from './steps/learn.mjs'
import { inRoot, shown } from './steps/root.mjs'

/**
 * Gives every test `inject('postgresUrl')`, a PostgreSQL whose user may create databases, and `inject('embeddedImage')`;
 * and of both engines one that is migrated, to begin with a copy of: `inject('postgresTemplate')`, `inject('migratedImage')`.
 * `inject('embeddedWorker')` is what runs the embedded ones.
 * TEST_DATABASE_URL names a PostgreSQL; else one is started and stopped with the run.
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  const given = process.env.TEST_DATABASE_URL
  const [empty, postgres] = await Promise.all([
    embeddedImage(),
    given ? { url: given, stop: async () => undefined } : startPostgres(),
    ensureLearnt(),
  ])
  const [migrated, template] = await Promise.all([migratedImage(), migratedDatabase(postgres.url)])
  project.provide('embeddedImage', empty)
  project.provide('migratedImage', migrated)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', template)
  const worker = await bundledWorker()
  project.provide('embeddedWorker', worker)
  return async () => {
    await administer(postgres.url, `drop database ${template}`)
    await postgres.stop()
    fs.rmSync(path.dirname(worker), { recursive: true })
  }
}

/**
 * Bundles the embedded database's worker for this run, below node_modules, where it finds what is installed.
 * @returns {Promise<string>} the file's path
 */
async function bundledWorker() {
  const name = 'embedded-worker'
  const directory = fs.mkdtempSync(inRoot('node_modules', '.cache', 'parley', 'run-'))
  await bundle(shown(directory), { [name]: serverEntries[name] })
  return path.join(directory, `${name}.js`)
}

/**
 * Makes a database with the schema in it.
 * @param {string} server
 * @returns {Promise<string>} its name
 */
async function migratedDatabase(server) {
  const name = `template_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgresDatabase(url.href, 1)
  await migrate(database.unhurried, new Date())
  await database.close()
  return name
}

/**
 * @param {string} url
 * @param {string} statement
 */
async function administer(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
