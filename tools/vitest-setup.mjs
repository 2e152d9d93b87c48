import { startPostgres } from './postgres.mjs'

/**
 * Gives every test `inject('postgresUrl')`: a PostgreSQL whose user may create databases. TEST_DATABASE_URL names
 * one; else one is started and stopped with the run.
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  if (process.env.TEST_DATABASE_URL) {
    project.provide('postgresUrl', process.env.TEST_DATABASE_URL)
    return undefined
  }
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
