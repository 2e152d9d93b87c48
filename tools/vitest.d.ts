import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL on which a test may create databases of its own. */
    postgresUrl: string
    /** A tar of the embedded database as its first boot leaves it. */
    embeddedImage: string
  }
}
