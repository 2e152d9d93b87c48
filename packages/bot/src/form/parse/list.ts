import { plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'
import { isNone, isTalk, oneLine } from './plain-text.ts'

/** Several things with commas between them, each once: "asthma, diabetes"; "none" is an empty list. */
export function list(text: string, example: string): Read<readonly string[]> {
  if (isNone(text)) return good([])
  const named = text
    .slice(0, 2_000)
    .split(/[,;\n]|\s+(?:and|ne|na)\s+/iu)
    .map(oneLine)
    .filter(one => one !== '')
  const all = named.filter((one, n) => named.findIndex(other => plain(other) === plain(one)) === n)
  const isGood = all.every(one => (one.match(/\p{L}/gu) ?? []).length > 1 && one.length <= 80 && !isTalk(one))
  return all.length === 0 || all.length > 20 || !isGood
    ? bad(
        `Please name them with commas between them, for example: ${example}`,
        `Bimenye ng'obyawula n'obukwata, okugeza: ${example}`,
        `Tafadhali vitaje kwa kutenganisha na koma, kwa mfano: ${example}`,
      )
    : good(all)
}
