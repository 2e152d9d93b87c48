import type { Problems, Settings } from './environment.ts'

export interface AssistConfig {
  /** The URL, such as …/v1/chat/completions. */
  readonly url: string
  /** Null if the endpoint needs no token. */
  readonly token: string | null
  readonly model: string
  /** The maximum number of requests a day, for the whole workspace. */
  readonly dailyCap: number
  /** Whether it gives a second opinion on a text's intent. */
  readonly intents: boolean
}

/**
 * Null without a URL: assist is off.
 * @returns one line for each problem, which quotes no token
 */
export function readAssist(settings: Settings): { readonly assist: AssistConfig | null } | Problems {
  const { ASSIST_URL: url, ASSIST_MODEL: model } = settings
  if (url === undefined) {
    return settings.ASSIST_INTENTS === 'on'
      ? { problems: ['ASSIST_INTENTS: is on, and ASSIST_URL is not set: set that too'] }
      : { assist: null }
  }
  if (model === undefined)
    return {
      problems: ['ASSIST_MODEL: is required where ASSIST_URL is set: what the endpoint calls its model'],
    }
  if (new URL(url).username !== '')
    return { problems: ['ASSIST_URL: must hold no password: set ASSIST_TOKEN instead'] }
  return {
    assist: {
      url,
      token: settings.ASSIST_TOKEN ?? null,
      model,
      dailyCap: settings.ASSIST_DAILY_CAP,
      intents: settings.ASSIST_INTENTS === 'on',
    },
  }
}
