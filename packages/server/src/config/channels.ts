import fs from 'node:fs'
import * as z from 'zod'
import type { Problems, Settings } from './environment.ts'

/**
 * Reads a setting with a list: JSON, or the path of a file with JSON.
 * @returns its entries, or one line for each problem, which quotes no value since that may be a secret
 */
function readList<Entry>(
  name: string,
  setting: string,
  schema: z.ZodType<readonly Entry[]>,
): { readonly entries: readonly Entry[] } | Problems {
  const wrong = (sentence: string) => ({ problems: [`${name}: ${sentence}`] })
  const isText = setting.trimStart().startsWith('[')
  let json: unknown
  try {
    json = JSON.parse(isText ? setting : fs.readFileSync(setting, 'utf8'))
  } catch (error) {
    // The parser's own message may quote a token.
    if (error instanceof SyntaxError) return wrong(isText ? 'is not JSON' : `${setting} holds no JSON`)
    const { code } = error as NodeJS.ErrnoException
    return wrong(`${setting} cannot be read (${code ?? 'unknown'}): set it to a file, or to the JSON itself`)
  }
  const reading = schema.safeParse(json)
  if (reading.success) return { entries: reading.data }
  return {
    problems: reading.error.issues.map(({ path, message }) => {
      const [place, ...field] = path
      const where =
        place === undefined ? '' : `[${String(place)}]${field.map(one => `.${String(one)}`).join('')}: `
      return `${name}: ${where}${message}`
    }),
  }
}

/** The first value that two entries share. Undefined if there is none. */
function sharedBy<Entry>(entries: readonly Entry[], of: (entry: Entry) => string): string | undefined {
  return entries.map(of).find((one, n, all) => all.indexOf(one) !== n)
}

/** A channel besides WhatsApp, behind its own bridge. */
export interface BridgeConfig {
  /** Used in URLs, and in place of a business number's id. */
  readonly id: string
  /** The name that agents see. */
  readonly name: string
  /** The bridge's URL, without a slash at the end. */
  readonly url: string
  /** The secret that both sides share. */
  readonly token: string
}

const BridgeEntry = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens, at most 40, a letter first'),
  name: z.string().trim().min(1, 'must not be empty').max(40, 'must have at most 40 characters'),
  url: z
    .url({ protocol: /^https?$/, message: 'must be http://… or https://…' })
    .transform(url => url.replace(/\/+$/, '')),
  token: z.string().min(16, 'must have at least 16 characters'),
})

/** The sample bridge, in the simulator. */
const demoBridge = (simulatorUrl: string): BridgeConfig => ({
  id: 'web-chat',
  name: 'Web chat',
  url: `${simulatorUrl}/web-chat/bridge`,
  token: 'demo-web-chat-token',
})

/**
 * The bridges in CHANNEL_BRIDGES: JSON, or the path of a file with JSON, `[{"id", "name", "url", "token"}]`.
 * @param simulatorUrl in a demo, whose sample bridge is the default; null in production
 * @returns the bridges, or one line for each problem, which quotes no token
 */
export function readBridges(
  setting: string | undefined,
  simulatorUrl: string | null,
): { readonly bridges: readonly BridgeConfig[] } | Problems {
  if (setting === undefined) return { bridges: simulatorUrl === null ? [] : [demoBridge(simulatorUrl)] }
  const read = readList('CHANNEL_BRIDGES', setting, z.array(BridgeEntry))
  if ('problems' in read) return read
  const sameId = sharedBy(read.entries, ({ id }) => id)
  if (sameId !== undefined) return { problems: [`CHANNEL_BRIDGES: names the bridge ${sameId} twice`] }
  const sameName = sharedBy(read.entries, ({ name }) => name.toLowerCase())
  if (sameName !== undefined)
    return {
      problems: [`CHANNEL_BRIDGES: calls two bridges "${sameName}": agents tell them apart by name`],
    }
  return { bridges: read.entries }
}

/** A business number for messages to and from customers. */
export interface NumberConfig {
  readonly phoneNumberId: string
  /** The name that agents see if there are several numbers. */
  readonly name: string
  /** The number's business account, whose templates are read. Null if it is not configured. */
  readonly businessAccountId: string | null
  readonly accessToken: string
}

const text = z.string().trim().min(1, 'must not be empty')
const NumberEntry = z.strictObject({
  phone_number_id: text,
  name: text.max(40, 'must have at most 40 characters'),
  access_token: text.optional(),
  business_account_id: text.optional(),
})
const Entries = z.array(NumberEntry).min(1, 'must hold one number at least')

/** The simulator's number. */
const demoNumber = { id: '100000000000001', account: '100000000000002', token: 'demo-access-token' }

/**
 * The business numbers: one by WHATSAPP_PHONE_NUMBER_ID, or several by WHATSAPP_NUMBERS, which is JSON or the path of a file with
 * JSON: `[{"phone_number_id", "name", "access_token"?, "business_account_id"?}]`. WHATSAPP_ACCESS_TOKEN and
 * WHATSAPP_BUSINESS_ACCOUNT_ID are the defaults of an entry.
 * @param demo makes the simulator's number, token and account the defaults
 * @returns the numbers, or one line for each missing or wrong setting, which quotes no value
 */
export function readNumbers(
  settings: Settings,
  demo: boolean,
): { readonly numbers: readonly NumberConfig[] } | Problems {
  const token = settings.WHATSAPP_ACCESS_TOKEN ?? (demo ? demoNumber.token : undefined)
  const account = settings.WHATSAPP_BUSINESS_ACCOUNT_ID ?? (demo ? demoNumber.account : null)
  if (settings.WHATSAPP_NUMBERS === undefined) {
    const phoneNumberId = settings.WHATSAPP_PHONE_NUMBER_ID ?? (demo ? demoNumber.id : undefined)
    const problems = [
      ...(phoneNumberId === undefined ? ['WHATSAPP_PHONE_NUMBER_ID: is required in production mode'] : []),
      ...(token === undefined ? ['WHATSAPP_ACCESS_TOKEN: is required in production mode'] : []),
    ]
    if (phoneNumberId === undefined || token === undefined) return { problems }
    return {
      numbers: [{ phoneNumberId, name: phoneNumberId, businessAccountId: account, accessToken: token }],
    }
  }
  if (settings.WHATSAPP_PHONE_NUMBER_ID !== undefined) {
    return { problems: ['WHATSAPP_PHONE_NUMBER_ID: unset it, since WHATSAPP_NUMBERS names the numbers'] }
  }
  const read = entriesOf(settings.WHATSAPP_NUMBERS)
  if ('problems' in read) return read
  const without = read.entries.flatMap((entry, n) =>
    entry.access_token === undefined && token === undefined
      ? [`WHATSAPP_NUMBERS: [${n}].access_token: is missing, and WHATSAPP_ACCESS_TOKEN is not set`]
      : [],
  )
  if (without.length > 0) return { problems: without }
  return {
    numbers: read.entries.map(entry => ({
      phoneNumberId: entry.phone_number_id,
      name: entry.name,
      businessAccountId: entry.business_account_id ?? account,
      accessToken: entry.access_token ?? token ?? '',
    })),
  }
}

/** Each business account of the numbers once, with a token that can read its templates. */
export const accountsOf = (
  numbers: readonly NumberConfig[],
): readonly { readonly accountId: string; readonly accessToken: string }[] => {
  const tokens = new Map<string, string>()
  for (const { businessAccountId: accountId, accessToken } of numbers) {
    if (accountId !== null && !tokens.has(accountId)) tokens.set(accountId, accessToken)
  }
  return [...tokens].map(([accountId, accessToken]) => ({ accountId, accessToken }))
}

function entriesOf(
  setting: string,
): { readonly entries: readonly z.output<typeof NumberEntry>[] } | Problems {
  const wrong = (sentence: string) => ({ problems: [`WHATSAPP_NUMBERS: ${sentence}`] })
  const read = readList('WHATSAPP_NUMBERS', setting, Entries)
  if ('problems' in read) return read
  const sameId = sharedBy(read.entries, ({ phone_number_id: id }) => id)
  if (sameId !== undefined) return wrong(`names the number ${sameId} twice`)
  const sameName = sharedBy(read.entries, ({ name }) => name.toLowerCase())
  if (sameName !== undefined) return wrong(`calls two numbers "${sameName}": agents tell them apart by name`)
  return read
}
