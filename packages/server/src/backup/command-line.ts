import type { RestoredAccount } from './close-access.ts'
import type { Tail } from './contents.ts'

export const backupUsage = `  parley backup FILE                     write all rows and files into one file, also while the server runs
  parley restore FILE                    read it back into a new database and DATA_DIR`

export interface BackupCommand {
  readonly do: 'backup' | 'restore'
  readonly file: string
}

/** The command that was typed; null for anything else. */
export function readBackupCommand(args: readonly string[]): BackupCommand | null {
  const [verb, file, ...rest] = args
  if ((verb !== 'backup' && verb !== 'restore') || file === undefined || rest.length > 0) return null
  return file === '' || file.startsWith('-') ? null : { do: verb, file }
}

/** What a person should look at once a backup of this time was restored, a line each. */
export function accessLinesOf(accounts: readonly RestoredAccount[], madeAt: string): readonly string[] {
  return [
    'All sessions have ended. Invitations, password links and recovery codes from before are void',
    `These accounts can sign in as they could on ${madeAt}. Look at each: a later password, second factor, role or disabling is lost`,
    ...accounts.map(({ email, role, secondFactor }) =>
      [email, role.toLowerCase(), secondFactor ? 'second factor' : 'password alone'].join('\t'),
    ),
  ]
}

const mostNamed = 20

/** What a person should know of a backup, a line each. */
export function linesOf({ rows, files, missing, damaged }: Tail): readonly string[] {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `${all} rows of ${Object.keys(rows).length} tables, and ${files} ${files === 1 ? 'file' : 'files'}`,
    ...someOf(missing, key => `The file ${key} is named by a row and is not there`),
    ...someOf(damaged, key => `The file ${key} is damaged: it has other bytes than were stored`),
  ]
}

function someOf(keys: readonly string[], say: (key: string) => string): readonly string[] {
  const more = keys.length - mostNamed
  return [...keys.slice(0, mostNamed).map(say), ...(more > 0 ? [`… and ${more} more like this`] : [])]
}
