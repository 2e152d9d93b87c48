import { plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'

const parts: readonly (readonly [RegExp, number])[] = [
  [/^(?:all|all of it|everything|the whole|whole|full|zonna|byonna|yote|zote)$/u, 100],
  [/^(?:a |the )?half$|^nusu$|^(?:e?kitundu|kimu kya kubiri)$|^1 2$/u, 50],
  [/^(?:a |one )?quarter$|^robo$|^1 4$/u, 25],
  [/^three quarters$|^robo tatu$|^3 4$/u, 75],
  [/^(?:a |one )?third$|^1 3$/u, 33.33],
  [/^two thirds$|^2 3$/u, 66.67],
]
const rest =
  /^(?:the )?(?:rest|remaining|remainder|what is left|balance)$|^ekisigadde$|^iliyobaki$|^zilizobaki$/u

const figure =
  /(?<![\p{L}\d.,-])(\d{1,4}(?:[.,]\d{1,2})?)\s*(?:%|percent|per cent|asilimia)?(?![\p{L}\d]|[.,]\d)/giu

/** Shares to the hundredth of a percent, so that 33.33 three times and 0.01 are 100. */
export const hundredths = (share: number): number => Math.round(share * 100) / 100

/** A share in percent, above 0 and at most what is left: "60", "60%", "half", "the rest". */
export function share(text: string, left: number): Read<number> {
  const said = plain(text)
  const tooMuch = (asked: number) =>
    bad(
      `${asked}% is more than what is left: ${left}%. Please write at most ${left}.`,
      `${asked}% zisukka ezisigaddewo: ${left}%. Wandiika ezitasukka ${left}.`,
      `${asked}% ni zaidi ya zilizobaki: ${left}%. Tafadhali andika isiyozidi ${left}.`,
    )
  if (rest.test(said) && left > 0) return good(left)
  const named = parts.find(([pattern]) => pattern.test(said))?.[1]
  const found = [...text.slice(0, 200).matchAll(figure)].map(([, digits = '']) =>
    Number(digits.replace(',', '.')),
  )
  const [written] = found
  const asked = named ?? written
  if (asked === undefined || (named === undefined && found.length > 1) || asked === 0) {
    return bad(
      'I need one share above 0, in percent, for example: 50 or 50%',
      'Neetaaga omugabo gumu ogusinga 0, ku buli kikumi, okugeza: 50 oba 50%',
      'Nahitaji sehemu moja zaidi ya 0, kwa asilimia, kwa mfano: 50 au 50%',
    )
  }
  return hundredths(asked) > left ? tooMuch(asked) : good(hundredths(asked))
}
