import { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { dialectOn } from './dialect.ts'
import { type Asked, GatheringDriver } from './gathering.ts'
import type { Db } from './open.ts'

/**
 * For reads that need nothing of each other: those that are asked for in the same moment leave in one flight, on one
 * connection and in one round trip, one after the other. Which is first is not said. No transaction can be begun on it.
 */
export const gathered = (db: Db): Db =>
  new Kysely<Database>({ dialect: dialectOn(() => new GatheredReads(db)) })

class GatheredReads extends GatheringDriver {
  readonly #db: Db

  constructor(db: Db) {
    super(db)
    this.#db = db
  }

  /** Each hears what is wrong with it from a try of its own, and the others have their answers. */
  protected override failed(asked: readonly Asked[]): void {
    for (const { query, resolve } of asked) resolve(this.#db.executeQuery(query))
  }

  override async beginTransaction(): Promise<void> {
    throw new Error('Reads alone are gathered')
  }
}
