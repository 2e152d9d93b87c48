const secretKey = 'web-chat.secret'
const nameKey = 'web-chat.name'

/** Makes this browser the visitor that it was: 256 random bits, known to it and to the chat server alone. */
export function visitorSecret(): string {
  const stored = localStorage.getItem(secretKey)
  if (stored !== null) return stored
  const made = randomText(32)
  localStorage.setItem(secretKey, made)
  return made
}

export const visitorName = (): string => localStorage.getItem(nameKey) ?? ''

export const storeName = (name: string): void => localStorage.setItem(nameKey, name)

/** Random letters, digits, hyphens and underscores. */
export function randomText(bytes: number): string {
  const drawn = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))
  return btoa(drawn).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
