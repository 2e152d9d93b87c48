/** An endpoint for chat completions. */
export interface AssistConfig {
  /** …/v1/chat/completions */
  readonly url: string
  /** Null: it asks for none. */
  readonly token: string | null
  readonly model: string
  /** So often a day it is asked, by the whole workspace. */
  readonly dailyCap: number
  /** Whether it is asked for a second opinion on what a text means. */
  readonly intents: boolean
}

/** The settings, each as far as it is set. */
interface AssistSettings {
  readonly ASSIST_URL?: string | undefined
  readonly ASSIST_TOKEN?: string | undefined
  readonly ASSIST_MODEL?: string | undefined
  readonly ASSIST_DAILY_CAP: number
  readonly ASSIST_INTENTS?: 'on' | 'off' | undefined
}

/**
 * Null where no address is set: then there is no assist.
 * @returns one line for each thing that is wrong, which quotes no token
 */
export function readAssist(
  settings: AssistSettings,
): { readonly assist: AssistConfig | null } | { readonly problems: readonly string[] } {
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
