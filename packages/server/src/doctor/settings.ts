import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

/** Nearly as strong as the output of `openssl rand -base64 32`. */
const strong = { length: 32, letters: 16 }

/** The problems that a server would find in these settings; without any, the settings too. */
export function lookAtSettings(environment: Readonly<Record<string, string | undefined>>): {
  readonly config: Config | null
  readonly findings: readonly Finding[]
} {
  try {
    const config = readConfig(environment)
    return { config, findings: [ok('settings', `complete, in ${config.mode} mode`), ...secretOf(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: null, findings: error.message.split('\n').map(line => bad('settings', line)) }
  }
}

function secretOf({ mode, authSecret }: Config): readonly Finding[] {
  if (authSecret === null || mode === 'demo') return []
  const isStrong = authSecret.length >= strong.length && new Set(authSecret).size >= strong.letters
  return [
    isStrong
      ? ok('secret', 'AUTH_SECRET is long and mixed')
      : warn(
          'secret',
          'AUTH_SECRET is short: make one with openssl rand -base64 32; all agents then sign in anew',
        ),
  ]
}
