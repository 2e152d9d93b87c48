const secretKey = 'web-chat.secret'
const nameKey = 'web-chat.name'

/** What makes this browser the visitor that it was: 256 random bits, kept here and told to nobody but the chat server. */
export function visitorSecret() {
  const kept = localStorage.getItem(secretKey)
  if (kept !== null) return kept
  const made = randomText(32)
  localStorage.setItem(secretKey, made)
  return made
}

export const visitorName = () => localStorage.getItem(nameKey) ?? ''

/** @param {string} name */
export const keepName = name => localStorage.setItem(nameKey, name)

/**
 * Random letters, digits, hyphens and underlines.
 * @param {number} bytes
 */
export function randomText(bytes) {
  const drawn = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))
  return btoa(drawn).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
