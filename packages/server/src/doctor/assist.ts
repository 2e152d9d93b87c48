import type { AssistFailure } from '@parley/core/assist/constants'
import { complete } from '../assist/client.ts'
import type { AssistConfig } from '../config/assist.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const timeoutMs = 8_000
const mostLetters = 1_000

const remedies: Readonly<Record<AssistFailure, string>> = {
  unreachable: 'cannot be reached: check that it runs, and ASSIST_URL',
  'timed-out': 'did not answer within 8 seconds: agents wait no longer than 10',
  refused: 'rejects ASSIST_TOKEN',
  'too-often': 'accepts no more requests for the moment',
  'server-error': 'reports a failure of its own: look at its log',
  'not-taken': 'rejects our request: check ASSIST_URL (…/v1/chat/completions) and ASSIST_MODEL',
  unreadable: 'does not answer like chat completions: check ASSIST_URL',
  empty: 'answers without text: check ASSIST_MODEL',
  'too-long': 'answers at too great a length: check ASSIST_MODEL',
}

/** Failures that pass by themselves. */
const passing: ReadonlySet<AssistFailure> = new Set(['timed-out', 'too-often', 'server-error'])

/** Whether assist answers. Sends nothing of a customer. */
export async function lookAtAssist(config: AssistConfig): Promise<Finding> {
  const prompt = { system: 'Answer with the word yes alone.', user: 'Do you answer?', mostLetters }
  const answered = await complete(config, prompt, timeoutMs)
  const { host } = new URL(config.url)
  if (!('failure' in answered)) return ok('assist', `${config.model} answers at ${host}`)
  const say = passing.has(answered.failure) ? warn : bad
  return say('assist', `${config.model} at ${host} ${remedies[answered.failure]}`)
}
