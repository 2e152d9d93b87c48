import { t } from '@parley/core/text/translate'
import type { NumberSetup, Setup, SetupCheck, SetupTalk } from '@parley/core/setup/api'
import { canonicalPhone, phoneLabel } from '@parley/core/customers/rules'
import { basePath } from '@parley/core/paths'
import { peopleWanted } from '@parley/core/setup/constants'

export type CheckName = 'token' | 'number' | 'webhook' | 'signature'

/** What has to be seen of a number, in the order in which one sets it up. */
export const checks: readonly { readonly name: CheckName; readonly label: string }[] = [
  { name: 'token', label: t('Access token accepted') },
  { name: 'number', label: t('Number belongs to the account') },
  { name: 'webhook', label: t('Webhook address answered') },
  { name: 'signature', label: t('Signature of a live call matched') },
]

const sentence = (said: string | null): string => (said === null ? '' : `${said} `)

/**
 * Why something was not seen yet and what to do next, with the settings of docs/settings.md.
 * @param origin where browsers reach the console, and WhatsApp the webhook
 */
export function nextStep(name: CheckName, number: NumberSetup, origin: string): string {
  const { wrong, said } = number[name]
  const isOnly = number.name === null
  const tokenSetting = isOnly ? 'WHATSAPP_ACCESS_TOKEN' : t('its access_token in WHATSAPP_NUMBERS')
  const idSetting = isOnly ? 'WHATSAPP_PHONE_NUMBER_ID' : t('its phone_number_id in WHATSAPP_NUMBERS')
  switch (wrong) {
    case 'token-refused':
      return t('{said}Make a new token at Meta, set {tokenSetting} and start Parley again.', {
        said: sentence(said),
        tokenSetting,
      })
    case 'unreached':
      return t(
        'WhatsApp cannot be reached from this server. Check WHATSAPP_API_URL and the way out to the internet.',
      )
    case 'number-refused':
      return t('{said}Let the token of {tokenSetting} use this number, in the Meta dashboard.', {
        said: sentence(said),
        tokenSetting,
      })
    case 'number-unknown':
      return t('WhatsApp shows this token no number with the id {phone_number_id}. Check {idSetting}.', {
        phone_number_id: number.phone_number_id,
        idSetting,
      })
    case 'verify-token-differs':
      return t(
        'The address was asked with another verify token. Enter WHATSAPP_VERIFY_TOKEN in the Meta dashboard as it is set here.',
      )
    case 'app-secret-differs':
      return t(
        'A call came with another signature. Set WHATSAPP_APP_SECRET to the secret of the app that has this number, and start Parley again.',
      )
    case null:
      return waitingFor(name, origin)
  }
}

function waitingFor(name: CheckName, origin: string): string {
  switch (name) {
    case 'token':
      return t('WhatsApp is asked within a minute.')
    case 'number':
      return t('Seen as soon as the token is accepted.')
    case 'webhook':
      return t(
        'In the Meta dashboard set the callback address {origin}{basePath}/channels/whatsapp/webhook, with WHATSAPP_VERIFY_TOKEN.',
        { origin, basePath },
      )
    case 'signature':
      return t('Subscribe the app to “messages” in the Meta dashboard. The first call from there shows it.')
  }
}

/** "3 of 4 seen", or of several numbers how many are connected. */
export function connectedText(numbers: readonly NumberSetup[]): string {
  const seenOf = (number: NumberSetup) => checks.filter(({ name }) => number[name].seen_at !== null).length
  const [first] = numbers
  if (numbers.length === 1 && first !== undefined)
    return t('{first} of {count} seen', { first: seenOf(first), count: checks.length })
  const done = numbers.filter(number => seenOf(number) === checks.length).length
  return t('{done} of {count} numbers', { done, count: numbers.length })
}

/** When everything of a step had been seen: the latest of these; null while one is missing. */
export function allSeenAt(times: readonly (string | null)[]): string | null {
  const known = times.filter(time => time !== null)
  return known.length < times.length ? null : (known.toSorted().at(-1) ?? null)
}

export const checksOf = (number: NumberSetup): readonly SetupCheck[] => checks.map(({ name }) => number[name])

export const signedInText = ({ signed_in_count: count }: Setup['people']): string =>
  count < peopleWanted
    ? t('{count} of {peopleWanted} signed in', { count, peopleWanted })
    : t('{count} signed in', { count })

/** What a first conversation goes through, in its order. */
export const marks = [
  { name: 'received_at', label: t('Received'), toDo: t('Waiting for a message') },
  { name: 'shown_at', label: t('Shown to an agent'), toDo: t('Received: now open it') },
  { name: 'answered_at', label: t('Answered'), toDo: t('Shown: now answer it') },
  { name: 'read_at', label: t('Read on the phone'), toDo: t('Answered: now read it on the phone') },
] as const satisfies readonly {
  readonly name: keyof SetupTalk
  readonly label: string
  readonly toDo: string
}[]

/** The first thing that is missing; null where nothing is. */
export const nextMark = (talk: SetupTalk) => marks.find(({ name }) => talk[name] === null) ?? null

/** The number as one dials it, or what else is known of it. What is none of Uganda's stays as WhatsApp writes it. */
export function numberText({ display_number: shown, name, phone_number_id: id }: NumberSetup): string {
  if (shown === null) return name ?? id
  const read = canonicalPhone(shown)
  return read?.startsWith('+256') === true ? phoneLabel(read) : shown
}
