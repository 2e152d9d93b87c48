import type { AssistFailure } from '@parley/core/assist/constants'
import * as z from 'zod'
import type { AssistConfig } from '../config/assist.ts'

/** A request to the model, without personal data. */
export interface Prompt {
  /** The task. */
  readonly system: string
  /** The texts, in delimiters. */
  readonly user: string
  /** A longer answer is an error. */
  readonly mostLetters: number
}

/** The answer in plain text, or the reason of a failure. */
export type Answered = { readonly text: string } | { readonly failure: AssistFailure }

/** Milliseconds from the call to the last byte of the response. */
export const longestMs = 10_000
const mostBytes = 256 * 1024
/** About two tokens for each letter of the longest message, in the languages that models know least. */
const mostTokens = 4_096

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** One chat completion (POST …/v1/chat/completions). Never rejects: each failure has a name. */
export async function complete(
  { url, token, model }: AssistConfig,
  { system, user, mostLetters }: Prompt,
  withinMs = longestMs,
): Promise<Answered> {
  const signal = AbortSignal.timeout(withinMs)
  let body: string | null
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        temperature: 0,
        max_tokens: mostTokens,
        stream: false,
      }),
      // A customer's words go to the configured address only.
      redirect: 'manual',
      signal,
    })
    const failure = failureOfStatus(answer.status)
    if (failure !== null) {
      await answer.body?.cancel()
      return { failure }
    }
    body = await boundedText(answer)
  } catch {
    // The error's message adds nothing.
    return { failure: signal.aborted ? 'timed-out' : 'unreachable' }
  }
  return body === null ? { failure: 'too-long' } : readAnswer(body, mostLetters)
}

function failureOfStatus(status: number): AssistFailure | null {
  if (status === 200) return null
  if (status === 401 || status === 403) return 'refused'
  if (status === 429) return 'too-often'
  return status >= 500 ? 'server-error' : 'not-taken'
}

/** Null: the response is too large. */
async function boundedText(answer: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength
    // Leaving the loop closes the connection.
    if (size > mostBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readAnswer(body: string, mostLetters: number): Answered {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: 'unreadable' }
    throw error
  }
  const read = Completion.safeParse(json)
  const choice = read.data?.choices[0]
  if (choice === undefined) return { failure: 'unreadable' }
  const text = plain(choice.message.content ?? '')
  // A truncated answer could have another meaning.
  if (choice.finish_reason === 'length' || text.length > mostLetters) return { failure: 'too-long' }
  return text === '' ? { failure: 'empty' } : { text }
}

/** Without control characters. */
const plain = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, '').trim()
