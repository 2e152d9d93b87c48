/** Ids in Meta's shapes. `random` gives numbers in [0, 1), as Math.random does. */
export type Ids = { wamid: () => string; mediaId: () => string; trace: () => string }

/** Ids drawn from `random`: the same draws give the same ids. */
export function idsFrom(random: () => number): Ids {
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  return {
    wamid: () => `wamid.${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 32)}`,
    mediaId: () => `1${draw('0123456789', 15)}`,
    trace: () => `A${draw('abcdefghijklmnopqrstuvwxyz0123456789', 22)}`,
  }
}
