import { plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'
import { isTalk, oneLine } from './plain-text.ts'

const openings =
  /^(?:my (?:full )?names? (?:is|are)|her name is|his name is|i am|i'm|it is|it's|nze|amannya gange ye|erinnya lyange ye|nnyitibwa|mimi ni|jina langu ni|naitwa|anaitwa|ni)\s+/iu

/** Words that stand in sentences, in no name. */
const sentence =
  /\b(?:what|how|why|when|where|want|please|help|need|money|pay|the|and|you|your|can|change|njagala|nsaba|nataka|tafadhali)\b/u

const capital = (word: string): string =>
  word.replace(/(^|['’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

/** "NAKATO mary" stays as it is written; what is all small or all capital is written as names are. */
const asName = (line: string): string =>
  line === line.toLowerCase() || line === line.toUpperCase()
    ? line.toLowerCase().split(' ').map(capital).join(' ')
    : line

const example = 'Nakato Mary'

/** The name of a person: two to seven names of letters. */
export function personName(text: string): Read<string> {
  const line = oneLine(text)
    .replace(openings, '')
    .replace(/[.,!]+$/u, '')
    .replace(/,\s*/gu, ' ')
  const names = line.split(' ')
  const isWritten = /^[\p{L}\p{M}'’.\- ]+$/u.test(line) && line.length <= 80
  if (!isWritten || names.length > 7 || isTalk(text) || sentence.test(plain(line))) {
    return bad(
      `A name has letters only, for example: ${example}`,
      `Erinnya lirimu nnukuta zokka, okugeza: ${example}`,
      `Jina huwa na herufi tu, kwa mfano: ${example}`,
    )
  }
  if (names.length < 2 || names.filter(name => /\p{L}{2}/u.test(name)).length < 2) {
    return bad(
      `I need two names at least, for example: ${example}`,
      `Neetaaga amannya nga abiri, okugeza: ${example}`,
      `Nahitaji angalau majina mawili, kwa mfano: ${example}`,
    )
  }
  return good(asName(line))
}
