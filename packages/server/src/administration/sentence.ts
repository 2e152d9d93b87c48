import { Refusal } from '@parley/core/errors'
import { NoPassword } from '../agents/ask-password.ts'
import { BackupRefused } from '../backup/check.ts'
import { AlreadyThere } from '../backup/save.ts'
import { ConfigError } from '../config/config.ts'
import { DatabaseInUse } from '../db/embedded.ts'
import { EmbeddedUnavailable } from '../db/embedded-programs.ts'
import { DatabaseIsNewer, DatabaseIsTooOld } from '../db/migrate.ts'
import { RestoreUnfinished } from '../db/restore-mark.ts'
import { LearningRefused } from '../intent/learning/train.ts'
import { DirectoryNotPrivate } from '../config/private-directory.ts'

const expected = [
  AlreadyThere,
  BackupRefused,
  Refusal,
  NoPassword,
  ConfigError,
  DatabaseInUse,
  DatabaseIsNewer,
  DatabaseIsTooOld,
  DirectoryNotPrivate,
  EmbeddedUnavailable,
  LearningRefused,
  RestoreUnfinished,
]

/** What is refused is said in one line; what is a fault of ours comes with its place. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal && error.fields !== undefined) {
    return Object.entries(error.fields)
      .map(([field, sentence]) => `The ${field} ${sentence}`)
      .join('\n')
  }
  if (!(error instanceof Error)) return String(error)
  if (expected.some(type => error instanceof type)) return error.message
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED') return 'The database cannot be reached: check DATABASE_URL'
  // Of a file that was named: it is not there, or may not be read or written.
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ENOSPC') return error.message
  return error.stack ?? error.message
}
