/** What makes one text another: `words` in place of what stands from `from` to `to`, in UTF-16 units. Cuts no character in two. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly words: string
}

/** The shortest change from one text to another. */
export function textChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  if (isInside(before, head) || isInside(after, head)) head -= 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  if (isInside(before, before.length - tail) || isInside(after, after.length - tail)) tail -= 1
  return { from: head, to: before.length - tail, words: after.slice(head, after.length - tail) }
}

/** Between the two halves of one character. */
const isInside = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')
