import type { NumberSetup, SetupCheck, SetupTalk } from './api.ts'
import { peopleWanted, type SetupTrouble } from './constants.ts'

/** The facts of a number's access. */
export interface AccessFacts {
  /** WhatsApp's last response about the number, or rejection; null: never. */
  readonly checkedAt: Date | null
  readonly access: 'good' | 'refused' | null
  /** The start of the time without a usable response from WhatsApp. */
  readonly unreachedSince: Date | null
  /** Its last rejection. */
  readonly refusal: { readonly code: number; readonly sentence: string } | null
}

/** Calls of the webhook's address; null: never. */
export interface AddressFacts {
  /** It was verified. */
  readonly verifiedAt: Date | null
  /** A verification with a wrong token. */
  readonly tokenRefusedAt: Date | null
  /** A call for this number had a matching signature. */
  readonly signedAt: Date | null
  /** A call had a wrong signature. */
  readonly signatureRefusedAt: Date | null
}

type Checks = Pick<NumberSetup, 'token' | 'number' | 'webhook' | 'signature'>

const seen = (at: Date | null): SetupCheck => ({
  seen_at: at?.toISOString() ?? null,
  wrong: null,
  said: null,
})
const wrong = (trouble: SetupTrouble, said: string | null = null): SetupCheck => ({
  seen_at: null,
  wrong: trouble,
  said,
})
const unknown = seen(null)

/** Graph's codes for a rejected token, and the HTTP status of a proxy in its place. */
const ofTheToken: ReadonlySet<number> = new Set([0, 104, 190, 401])
/** Graph's code for an unknown number, or one of another token. */
const noSuchNumber = 33

/** A rejection about the number means that the token was accepted. */
export function connectionOf(access: AccessFacts, address: AddressFacts): Checks {
  return { ...accessOf(access), ...addressOf(address) }
}

function accessOf({
  checkedAt,
  access,
  unreachedSince,
  refusal,
}: AccessFacts): Pick<Checks, 'token' | 'number'> {
  const asked = latest(checkedAt, unreachedSince)
  if (refusal !== null) {
    const { code, sentence } = refusal
    if (ofTheToken.has(code)) return { token: wrong('token-refused', sentence), number: unknown }
    if (code === noSuchNumber) return { token: seen(asked), number: wrong('number-unknown') }
    if (access === 'refused') return { token: seen(asked), number: wrong('number-refused', sentence) }
  }
  if (access === 'good') return { token: seen(checkedAt), number: seen(checkedAt) }
  return { token: unreachedSince === null ? unknown : wrong('unreached'), number: unknown }
}

/** A signed call proves that the address works, verified or not. A rejection counts only until the first success. */
function addressOf(facts: AddressFacts): Pick<Checks, 'webhook' | 'signature'> {
  const { verifiedAt, tokenRefusedAt, signedAt, signatureRefusedAt } = facts
  const answered = latest(verifiedAt, signedAt)
  return {
    webhook: answered === null && tokenRefusedAt !== null ? wrong('verify-token-differs') : seen(answered),
    signature:
      signedAt === null && signatureRefusedAt !== null ? wrong('app-secret-differs') : seen(signedAt),
  }
}

/** The later of two times; null: there is none. */
export function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

const isConnected = ({ token, number, webhook, signature }: Checks): boolean =>
  [token, number, webhook, signature].every(check => check.seen_at !== null)

const isAnswered = ({ received_at, shown_at, answered_at, read_at }: SetupTalk): boolean =>
  [received_at, shown_at, answered_at, read_at].every(at => at !== null)

/** The steps that are done; the first and the last must be done for each number. */
export const stepsDone = (numbers: readonly (Checks & Pick<NumberSetup, 'talk'>)[], signedIn: number) => ({
  connect: numbers.every(isConnected),
  people: signedIn >= peopleWanted,
  test: numbers.every(({ talk }) => isAnswered(talk)),
})
