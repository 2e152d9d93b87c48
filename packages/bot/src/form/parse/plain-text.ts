import { phrases, plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'

/** No address or employer is longer; what is longer is a story. */
const mostLetters = 200

/** What people say to somebody rather than to a form. */
const talk = new Set(
  phrases(`
  hi, hello, hey, good morning, good afternoon, good evening, how are you, yes, no, ok, okay, thanks, thank you, none
  nothing, what, why, start, test
  oli otya, mulembe, gyebale, gyebale ko, wasuze otya, osiibye otya, ssebo, nnyabo, yee, nedda, weebale, webale, kale
  habari, jambo, hujambo, mambo, shikamoo, salama, habari yako, ndiyo, ndio, hapana, asante, sawa`),
)

const none = phrases(`
  none, nothing, no, nil, n a, not applicable, i have none, i don't have one, i don't have any, i do not have one
  i don't have it, i don't have, don't have, i don't know, don't know, i do not know, not sure
  tewali, nedda, sirina, simanyi
  hakuna, hapana, sina, sijui`)

/** "None", "I don't have one", "sina": there is nothing to answer. */
export const isNone = (text: string): boolean => none.includes(plain(text))

/** Whether a text greets, thanks, denies or asks: such a text is no name and no address. */
export const isTalk = (text: string): boolean => {
  return text.trim().endsWith('?') || talk.has(plain(text)) || isNone(text)
}

/** One line, blanks once, without what no text of ours may hold. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\s]+/gu, ' ')
    .trim()

/** Words of the customer's own: an address, an employer. `example` shows what they look like. */
export function plainText(text: string, example: string): Read<string> {
  const line = oneLine(text)
  if (line.length > mostLetters) {
    return bad(
      `That is too long. Please write it in at most ${mostLetters} letters, for example: ${example}`,
      `Ekyo kiwanvu nnyo. Wandiika ennukuta ezitasukka ${mostLetters}, okugeza: ${example}`,
      `Hiyo ni ndefu mno. Tafadhali andika herufi zisizozidi ${mostLetters}, kwa mfano: ${example}`,
    )
  }
  if (isTalk(text) || (line.match(/\p{L}/gu) ?? []).length < 2) {
    return bad(
      `I need a few words here, for example: ${example}`,
      `Wandiika ebigambo bitono, okugeza: ${example}`,
      `Nahitaji maneno machache hapa, kwa mfano: ${example}`,
    )
  }
  return good(line)
}
