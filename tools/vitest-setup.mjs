import { randomBytes } from 'node:crypto'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openPostgresDatabase } from '../packages/server/src/db/open.ts'
import { installQueue } from '../packages/server/src/jobs/queue.ts'
import { administer, startPostgres } from './postgres.mjs'
import { ensureLearnt } from './steps/learn.mjs'

/**
 * Gives every test `inject('postgresUrl')`, a PostgreSQL whose user may create databases, and `inject('postgresTemplate')`, the
 * name of a migrated database there, to be copied. TEST_DATABASE_URL names a PostgreSQL; else the embedded one is
 * started, and stopped with the run.
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  const given = process.env.TEST_DATABASE_URL
  const [postgres] = await Promise.all([
    given ? { url: given, stop: async () => undefined } : startPostgres(),
    ensureLearnt(),
  ])
  const template = await migratedDatabase(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', template)
  return async () => {
    await administer(postgres.url, `drop database ${template}`)
    await postgres.stop()
  }
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
  await migrate(database.longRunningDb)
  await installQueue(url.href)
  await database.close()
  return name
}
