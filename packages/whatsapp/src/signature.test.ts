import { expect, test } from 'vitest'
import { isSignature, signature, signatureMatches } from './signature.ts'

const body = Buffer.from('{"text":"caf\\u00e9 \\ud83d\\ude00"}')

test('signs the bytes of the body with the app secret, as Meta does', () => {
  // Reference value from: printf '%s' 'what do ya want for nothing?' | openssl dgst -sha256 -hmac Jefe (RFC 4231, case 2)
  expect(signature('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})

const good = signature('secret', body)
test.each<[string, string | undefined, boolean]>([
  ['its own signature', good, true],
  ['hex in upper case', good.toUpperCase().replace('SHA256', 'sha256'), true],
  ['no header', undefined, false],
  ['an empty header', '', false],
  ['hex without the prefix', good.slice('sha256='.length), false],
  ['another algorithm', good.replace('sha256=', 'sha512='), false],
  ['one digit short', good.slice(0, -1), false],
  ['one digit more', `${good}0`, false],
  ['another secret', signature('other', body), false],
  [
    'the same document written without escapes',
    signature('secret', Buffer.from('{"text":"café 😀"}')),
    false,
  ],
  ['letters outside Latin-1', `sha256=${'\u0161'.repeat(64)}`, false],
])('a signature check of %s', (_name, header, matches) => {
  expect(signatureMatches('secret', body, header)).toBe(matches)
})

test.each<[string, unknown, boolean]>([
  ['a signature of anything', good, true],
  ['one in upper case', good.toUpperCase(), true],
  ['no header', undefined, false],
  ['several headers', [good], false],
  ['hex without the prefix', good.slice('sha256='.length), false],
  ['one digit short', good.slice(0, -1), false],
  ['one digit more', `${good}0`, false],
])('the form of %s', (_name, header, is) => {
  expect(isSignature(header)).toBe(is)
})
