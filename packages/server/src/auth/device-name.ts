/** The first that matches counts: most browsers also name those that they resemble. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]
const longest = 40

/**
 * What its owner knows a browser by, such as "Chrome on Windows"; of another program its first word. It may say anything
 * of itself: this is shown and decides nothing. Null where it says nothing.
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent.trim() === '') return null
  const nameOf = (known: typeof browsers) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = nameOf(browsers)
  const system = nameOf(systems)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  if (system !== undefined) return `A browser on ${system}`
  const [program] = /^[\w .-]+/.exec(userAgent.trim()) ?? []
  return program?.slice(0, longest).trim() ?? null
}
