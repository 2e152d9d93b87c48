import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL on which a test may create databases of its own. */
    postgresUrl: string
    /** The name of a database there that holds the schema and nothing else, to be copied. */
    postgresTemplate: string
    /** A tar of the embedded database as its first boot leaves it. */
    embeddedImage: string
    /** The same with the schema in it. */
    migratedImage: string
    /** The embedded database's worker as JavaScript: a thread that learns TypeScript first takes 0.3 s more. */
    embeddedWorker: string
  }
}
