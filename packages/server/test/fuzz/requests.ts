import type { Call } from '@parley/core/calls'
import type { Draw } from '@parley/demo/random'
import * as z from 'zod'
import type { Asked } from '../models/agent-client.ts'
import { type Asking, percent, typed } from './asking.ts'
import { fromSchema, type Known, type Schema } from './from-schema.ts'
import type { Pools } from './pools.ts'
import { spoilt } from './spoilt.ts'
import { hostileTexts } from './values.ts'

const schemas = new WeakMap<z.ZodType, Schema>()

/** `io`: queries are texts that the schema converts to numbers, and only its output type shows that. */
function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const kept = schemas.get(type) ?? (z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema)
  schemas.set(type, kept)
  return kept
}

/**
 * One request to this call, made from its schemas: valid, at or beyond their limits, or with hostile values anywhere.
 * @param sample input that the call accepts
 * @param headers the caller's
 */
export function requestTo(
  [name, call]: readonly [string, Call],
  sample: Asked,
  { draw, pools, headers }: { draw: Draw; pools: Pools; headers: Readonly<Record<string, string>> },
): Asking {
  const manner = draw.pick(['valid', 'valid', 'near', 'hostile'] as const)
  const near = manner === 'near' && draw.chance(0.7)
  const known: Known = field => (/password/i.test(field) ? draw.pick(passwords) : pools.pick(field, draw))
  const path = call.path.replace(/:(\w+)/g, (_, field: string) =>
    pathPart(call.path, field, sample, { draw, pools, hostile: manner === 'hostile' && draw.chance(0.3) }),
  )
  const made =
    call.query === undefined
      ? {}
      : (fromSchema(schemaOf(call.query, 'output'), draw, { known, near }) as Record<string, unknown>)
  const query = Object.entries({ ...sample.query, ...made })
    // Pages of hundreds of rows cost the run more than they reveal.
    .map(
      ([field, value]) =>
        [field, field === 'limit' && !near ? String(draw.between(1, 20)) : textOf(value)] as const,
    )
    .concat(call.query !== undefined && 'limit' in call.query.shape ? [['limit', '5'] as const] : [])
    .filter(([field], index, all) => all.findIndex(([other]) => other === field) === index)
  const plain: Asking = {
    name,
    method: call.method,
    path,
    query,
    headers: { 'user-agent': 'fuzz', ...headers },
    body: null,
  }
  const whole = withBody(plain, call, sample, { draw, known, near })
  return manner === 'hostile' ? spoilt(whole, draw) : whole
}

const passwords = ['plums and 7 pears', 'a long one, 9 words', 'password', '', 'x'.repeat(1_024)]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const brokenParts = ['%zz', '%00', '%ff', '%ed%a0%80', '%2e%2e%2f', 'x'.repeat(500), '%', ';', '?', '#', '//']

function pathPart(
  path: string,
  field: string,
  { params }: Asked,
  { draw, pools, hostile }: { draw: Draw; pools: Pools; hostile: boolean },
): string {
  if (hostile)
    return draw.chance(0.3) ? draw.pick(brokenParts) : percent(draw.pick(hostileTexts).slice(0, 300))
  const noun = path.split('/')[1] ?? ''
  const given = params?.[field]
  const other = pools.pick(
    field === 'id' ? draw.pick([`id of ${noun}`, 'conversation_id', 'agent_id']) : field,
    draw,
  )
  return percent(textOf(draw.chance(0.6) ? (given ?? other ?? '1') : (other ?? given ?? '1')))
}

function withBody(
  asking: Asking,
  call: Call,
  sample: Asked,
  { draw, known, near }: { draw: Draw; known: Known; near: boolean },
): Asking {
  if (call.encoding === 'multipart') return withFile(asking, draw)
  if (call.body === undefined) return asking
  const made = fromSchema(schemaOf(call.body, 'input'), draw, { known, near }) as Record<string, unknown>
  const base = draw.chance(0.7) ? (sample.body as Record<string, unknown> | undefined) : undefined
  const value: Record<string, unknown> = draw.chance(0.6) ? { ...made, ...base } : { ...base, ...made }
  if (call.encoding !== 'form') return typed(asking, 'application/json', { value })
  const bytes = Object.entries(value)
    .map(([field, one]) => `${percent(field)}=${percent(textOf(one))}`)
    .join('&')
  return typed(asking, 'application/x-www-form-urlencoded', { bytes })
}

const beginnings = [
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex'),
  Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex'),
  Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Length -1>>'),
  Buffer.from('504b030414000000080000000000ffffffffffffffff', 'hex'),
  Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
  Buffer.from('524946460000000057454250565038', 'hex'),
  Buffer.from('<svg onload="x"/>'),
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]

function withFile(asking: Asking, draw: Draw): Asking {
  const line = (text: string) => text.replace(/[\r\n]/g, ' ')
  const boundary = draw.pick(['cut', 'cut', '', 'x'.repeat(80)])
  const name = line(draw.pick(['a.png', 'b.pdf', 'c', '.', '..', 'CON.txt', ...hostileTexts]).slice(0, 400))
  const field = draw.pick(['file', 'file', 'file', 'other', '__proto__'])
  const head = `--cut\r\ncontent-disposition: form-data; name="document_type"\r\n\r\n${line(draw.pick(['OTHER', ...hostileTexts]))}\r\n`
  const disposition = `--cut\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`
  const bytes = Buffer.concat([
    Buffer.from(draw.chance(0.5) ? head : ''),
    Buffer.from(disposition),
    draw.pick(beginnings),
    Buffer.alloc(draw.pick([0, 1, 5_000]), draw.between(0, 255)),
    Buffer.from(draw.pick(['\r\n--cut--\r\n', '\r\n--cut--\r\n', '\r\n--cut', ''])),
  ])
  return typed(asking, `multipart/form-data; boundary=${boundary}`, { bytes })
}
