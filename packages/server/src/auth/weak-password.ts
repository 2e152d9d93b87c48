/** The demo accounts' password, which everybody knows. */
export const demoPassword = 'parley-demo'

/** The commonest passwords that are long enough to pass otherwise, and the obvious ones of this product. */
const common = new Set([
  demoPassword,
  '1234567890',
  '12345678910',
  '0123456789',
  '0987654321',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'qwertyuiop',
  'qwerty12345',
  'qwerty123456',
  'password12',
  'password123',
  'password1234',
  'password123!',
  'passw0rd123',
  'administrator',
  'admin12345',
  'changeme123',
  'iloveyou123',
  'letmein123',
  'welcome123',
  'welcome1234',
])

/** Why a password is refused for this account, to be read after the field's name; null if it may be used. */
export function weakness(password: string, email: string): string | null {
  const folded = password.trim().toLowerCase()
  if (Array.from(password).length < 10) return 'must have at least 10 characters'
  if (folded === email.toLowerCase()) return 'must not be the e-mail address'
  if (common.has(folded) || new Set(folded).size < 3) return 'is too easy to guess'
  return null
}
