import { embeddedImage } from './embedded-image.mjs'
import { startPostgres } from './postgres.mjs'

/**
 * Gives every test `inject('postgresUrl')`, a PostgreSQL whose user may create databases, and `inject('embeddedImage')`.
 * TEST_DATABASE_URL names a PostgreSQL; else one is started and stopped with the run.
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  const given = process.env.TEST_DATABASE_URL
  const [image, postgres] = await Promise.all([
    embeddedImage(),
    given ? { url: given, stop: async () => undefined } : startPostgres(),
  ])
  project.provide('embeddedImage', image)
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
