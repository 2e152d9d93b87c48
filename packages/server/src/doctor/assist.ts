import type { AssistFailure } from '@parley/core/words/assist'
import { complete } from '../assist/client.ts'
import type { AssistConfig } from '../assist-config.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const timeoutMs = 8_000
const mostLetters = 1_000

const remedies: Readonly<Record<AssistFailure, string>> = {
  unreachable: 'cannot be reached: is it running, and is ASSIST_URL right?',
  'timed-out': 'did not answer within 8 seconds: agents wait no longer than 10',
  refused: 'does not take ASSIST_TOKEN',
  'too-often': 'takes no more requests right now',
  'server-error': 'answers that it failed: look at its own log',
  'not-taken': 'does not take our request: look at ASSIST_URL (…/v1/chat/completions) and ASSIST_MODEL',
  unreadable: 'answers, and not as chat completions do: look at ASSIST_URL',
  empty: 'answers without words: look at ASSIST_MODEL',
  'too-long': 'answers more than it was asked: look at ASSIST_MODEL',
}

/** What passes by itself. */
const passing: ReadonlySet<AssistFailure> = new Set(['timed-out', 'too-often', 'server-error'])

/** Whether assist answers; nothing of a customer is asked. */
export async function lookAtAssist(config: AssistConfig): Promise<Finding> {
  const prompt = { system: 'Answer with the word yes alone.', user: 'Do you answer?', mostLetters }
  const answered = await complete(config, prompt, timeoutMs)
  const { host } = new URL(config.url)
  if (!('failure' in answered)) return ok('assist', `${config.model} answers at ${host}`)
  const say = passing.has(answered.failure) ? warn : bad
  return say('assist', `${config.model} at ${host} ${remedies[answered.failure]}`)
}
