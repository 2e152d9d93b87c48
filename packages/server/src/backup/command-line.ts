import type { RestoredAccount } from './restore.ts'
import type { Tail } from './contents.ts'

export const backupUsage = `  parley backup FILE                     write all rows and files into one file; the server may run
  parley restore FILE                    read them into a new database and DATA_DIR`

export interface BackupCommand {
  readonly do: 'backup' | 'restore'
  readonly file: string
}

/** The typed command; null for any other. */
export function readBackupCommand(args: readonly string[]): BackupCommand | null {
  const [verb, file, ...rest] = args
  if ((verb !== 'backup' && verb !== 'restore') || file === undefined || rest.length > 0) return null
  return file === '' || file.startsWith('-') ? null : { do: verb, file }
}

/** The accounts to check after a restore, one line each. */
export function accessLinesOf(accounts: readonly RestoredAccount[], madeAt: string): readonly string[] {
  return [
    'All sessions have ended. Earlier invitations, password links and recovery codes are void',
    `These accounts can sign in as on ${madeAt}. Check each: later passwords, second factors, roles and disabled accounts are lost`,
    ...accounts.map(({ email, role, secondFactor }) =>
      [email, role.toLowerCase(), secondFactor ? 'second factor' : 'password only'].join('\t'),
    ),
  ]
}

const mostNamed = 20

/** The content and the problems of a backup in numbers. */
export const countsOf = ({ rows, files, missing, damaged }: Tail) => ({
  rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
  files,
  missing: missing.length,
  damaged: damaged.length,
})

/** The content and the problems of a backup, one line each. */
export function linesOf(tail: Tail): readonly string[] {
  const { rows, files, missing, damaged } = tail
  return [
    `${countsOf(tail).rows} rows of ${Object.keys(rows).length} tables, and ${files} ${files === 1 ? 'file' : 'files'}`,
    ...someOf(missing, key => `The file ${key} is missing, though a row names it`),
    ...someOf(damaged, key => `The file ${key} is damaged: its bytes have changed`),
  ]
}

function someOf(keys: readonly string[], say: (key: string) => string): readonly string[] {
  const more = keys.length - mostNamed
  return [...keys.slice(0, mostNamed).map(say), ...(more > 0 ? [`… and ${more} more like this`] : [])]
}
