import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL on which a test may create databases of its own. */
    postgresUrl: string
    /** The name of a database there that holds the schema and nothing else, to be copied. */
    postgresTemplate: string
  }
}
