import type { PlaceConfig } from '../config/config.ts'
import type { OpenDatabase } from '../db/open.ts'
import {
  lookAtAssist,
  lookAtBridges,
  lookAtCertificate,
  lookAtNumbers,
  lookAtTemplates,
  lookAtWebhook,
} from './connections.ts'
import { bad, type Finding, warn } from './finding.ts'
import { lookAtDatabase, lookAtDisk, lookAtSettings } from './installation.ts'

/** A set-up to examine. */
export interface Patient {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly place: PlaceConfig
  /** Null: it does not exist yet; an error: it could not be opened. */
  readonly database: OpenDatabase | Error | null
  readonly now: () => Date
}

export const doctorUsage =
  '  parley doctor                          name each problem of the set-up; exit code 1 if there is one'

/** Whether `parley doctor` was typed. */
export const isDoctor = (args: readonly string[]): boolean => args.join(' ') === 'doctor'

/** Runs every check within half a minute. Changes nothing. */
export async function examine({ environment, place, database, now }: Patient): Promise<readonly Finding[]> {
  const { config, findings } = lookAtSettings(environment)
  const mode = config?.mode ?? 'production'
  const looks: Promise<readonly Finding[]>[] = [lookOrSay('database', databaseOf(database, mode, now))]
  if (config !== null) {
    looks.push(lookAtNumbers(config.channel, now), lookAtTemplates(config.channel))
    looks.push(lookAtBridges(config.bridges))
    if (config.assist !== null) looks.push(lookAtAssist(config.assist).then(one => [one]))
    if (config.publicUrl !== null) {
      looks.push(lookAtWebhook(config.publicUrl, config.channel).then(one => [one]))
      if (config.publicUrl.startsWith('https:'))
        looks.push(lookAtCertificate(config.publicUrl, now()).then(one => [one]))
    }
  }
  return [...findings, ...lookAtDisk(place.dataDir), ...(await Promise.all(looks)).flat()]
}

async function databaseOf(
  database: OpenDatabase | Error | null,
  mode: 'demo' | 'production',
  now: () => Date,
): Promise<readonly Finding[]> {
  if (database === null) return [warn('database', 'does not exist yet: the first start creates it')]
  if (database instanceof Error) throw database
  return lookAtDatabase(database, mode, now)
}

async function lookOrSay(what: string, look: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look
  } catch (error) {
    const code = error instanceof Error ? ((error as { code?: string }).code ?? error.message) : String(error)
    return [bad(what, `cannot be reached (${code}): check that it runs, and DATABASE_URL`)]
  }
}
