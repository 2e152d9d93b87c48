import { fileOf } from '../inbound-media.ts'
import { type Node, nodeOf, textOf } from '../node.ts'
import type { Content, FormDetails } from './details.ts'
import { lines } from './lines.ts'
import { isTooDeep } from './too-deep.ts'

/** A form that was filled in: its answers come as JSON inside a string, which may also be no JSON at all. */
export function readFormReply(reply: Node): Content {
  const given = reply['response_json']
  const answers = answersOf(given)
  const { flow_token: token, ...asked } = answers ?? {}
  const form: FormDetails = {
    name: textOf(reply['name']),
    body: textOf(reply['body']),
    answers: answers === null ? null : asked,
    raw: answers === null ? rawOf(given) : null,
    reference: typeof token === 'string' ? token : token === undefined ? null : JSON.stringify(token),
  }
  const said = Object.entries(form.answers ?? {}).map(([name, answer]) => `${name}: ${answerWords(answer)}`)
  return { text: lines([form.body, ...said, form.raw]) ?? 'Sent a form without answers', details: { form } }
}

/** In characters of JSON. Real forms have some hundreds. */
const longest = 100_000

function answersOf(given: unknown): Readonly<Record<string, unknown>> | null {
  const value = typeof given === 'string' && given.length <= longest ? parsed(given) : given
  const node = nodeOf(value)
  return node === null || isTooDeep(node) ? null : node
}

function rawOf(given: unknown): string | null {
  if (given === undefined || given === null) return null
  const text = typeof given === 'string' ? given : isTooDeep(given) ? '' : JSON.stringify(given)
  return textOf(text.slice(0, longest))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return null // Not JSON: it is kept as it came.
  }
}

/** An answer in one line, for a list and a search. */
function answerWords(answer: unknown): string {
  if (Array.isArray(answer)) return answer.map(answerWords).join(', ')
  if (answer === null) return 'none'
  if (typeof answer !== 'object') return typeof answer === 'string' ? answer : JSON.stringify(answer)
  const file = fileOf(answer as Node)
  if (file !== null) return file.filename ?? 'a file'
  return Object.entries(answer)
    .map(([name, value]) => `${name} ${answerWords(value)}`)
    .join(', ')
}
