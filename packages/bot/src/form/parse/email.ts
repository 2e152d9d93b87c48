import { findEntities } from '@parley/intents/entities/find-entities'
import { bad, good, type Read } from '../value.ts'

const example = 'mary.nakato@example.com'

/** An e-mail address in small letters. */
export function email(text: string, now: Date): Read<string> {
  // "mary @ example.com" is how it is often written on a phone.
  const said = text
    .normalize('NFKC')
    .slice(0, 300)
    .replace(/\s*@\s*/u, '@')
  const found = findEntities(said, now).filter(({ kind }) => kind === 'email')
  const [only] = found
  return only === undefined || found.length > 1 || only.value.length > 254
    ? bad(
        `I need one e-mail address, for example: ${example}`,
        `Neetaaga email emu, okugeza: ${example}`,
        `Nahitaji barua pepe moja, kwa mfano: ${example}`,
      )
    : good(only.value)
}
