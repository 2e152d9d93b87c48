import { findAmounts } from '@parley/intents/entities/find-entities'
import { phrases, plain } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'

/** A larger amount is a typing error. */
const most = 10_000_000_000

/** Swahili puts thousands, hundred thousands and millions before the number. */
const swahili: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})elfu\s+(\d+(?:\.\d+)?)(?![\d.])/iu, 1_000],
  [/(?<!\p{L})laki\s+(\d+(?:\.\d+)?)(?![\d.])/iu, 100_000],
  [/(?<!\p{L})milioni\s+(\d+(?:\.\d+)?)(?![\d.])/iu, 1_000_000],
]

/** A number without a currency: 50000, 50,000, 50 000, 50.000. */
const bare = /(?<![\p{L}\d.,-])(?:\d{1,3}(?:([, .])\d{3})(?:\1\d{3})*|\d+)(?![\p{L}\d]|[.,]\d)/gu

/** The amounts in a text, in whole shillings. */
function amountsIn(text: string): readonly number[] {
  const times = swahili.find(([pattern]) => pattern.test(text))
  if (times !== undefined) return [Math.round(Number(times[0].exec(text)?.[1]) * times[1])]
  const spoken = findAmounts.flatMap(find => find(text, new Date(0)))
  // An amount with currency and unit is found twice.
  const named = [...new Set(spoken.map(({ value }) => Number(value)))]
  return named.length > 0
    ? named
    : [...text.matchAll(bare)].map(([found]) => Number(found.replace(/\D/gu, '')))
}

/** The display of shillings: "UGX 50,000". */
export const ugx = (shillings: number): string => `UGX ${shillings.toLocaleString('en-US')}`

/**
 * An amount in whole shillings: "50k", "1.2m", "UGX 50,000", "50000", "elfu 50". A smaller amount than `least` is an error; 0
 * allows
 * "UGX 0".
 */
export function amount(text: string, least: number): Read<number> {
  const said = text.normalize('NFKC').slice(0, 200)
  const example = '50000 or 50k'
  if (/[$€£]|\b(?:dollars?|usd|euros?|pounds?|kes|tzs)\b/iu.test(said)) {
    return bad(
      `Please write the amount in Uganda shillings, for example: ${example}`,
      'Wandiika omuwendo mu siringi za Uganda, okugeza: 50000 oba 50k',
      'Tafadhali andika kiasi kwa shilingi za Uganda, kwa mfano: 50000 au 50k',
    )
  }
  const found = amountsIn(said)
  const [shillings] = found
  const isZero = /^\s*(?:ugx|shs?)\s?0\s*$|^\s*0\s?(?:shillings|shs?|\/=)\s*$/iu.test(said)
  if (isZero && least === 0) return good(0)
  if (shillings === undefined || /-\s?\d/u.test(said)) {
    return bad(
      `I did not find an amount in that. Please write it like this: ${example}`,
      'Sirabye muwendo mu ekyo. Wandiika bwe bati: 50000 oba 50k',
      'Sikupata kiasi hapo. Tafadhali andika hivi: 50000 au 50k',
    )
  }
  if (found.length > 1) {
    return bad(
      `I see more than one amount. Please write only one, for example: ${example}`,
      'Ndaba emiwendo egisukka mu gumu. Wandiika gumu gwokka, okugeza: 50000 oba 50k',
      'Naona kiasi zaidi ya kimoja. Tafadhali andika kimoja tu, kwa mfano: 50000 au 50k',
    )
  }
  if (shillings < least || shillings === 0) {
    return bad(
      `${ugx(shillings)} is too little. The least is ${ugx(Math.max(least, 1))}.`,
      `${ugx(shillings)} ntono nnyo. Esinga obutono eri ${ugx(Math.max(least, 1))}.`,
      `${ugx(shillings)} ni kidogo mno. Cha chini ni ${ugx(Math.max(least, 1))}.`,
    )
  }
  if (shillings > most) {
    return bad(
      `${ugx(shillings)} is too much. The most is ${ugx(most)}.`,
      `${ugx(shillings)} nnyingi nnyo. Esinga obunene eri ${ugx(most)}.`,
      `${ugx(shillings)} ni kubwa mno. Cha juu ni ${ugx(most)}.`,
    )
  }
  return good(shillings)
}

const number = (text: string | undefined): number => Number((text ?? '').replace(',', '.'))

/** Whole centimetres from "170 cm", "1.7 m", "1m70", "5 ft 7", 5'7"; null for anything else. */
function centimetres(said: string): number | null {
  const feet = /^(\d)\s?(?:ft|feet|foot|'|futi)\.?\s?(?:(\d{1,2})\s?(?:in|inch|inches|''|"|inchi)?)?$/u.exec(
    said,
  )
  if (feet !== null) return Math.round(number(feet[1]) * 30.48 + number(feet[2] ?? '0') * 2.54)
  const metres = /^(\d)(?:[.,](\d{1,2}))?\s?(?:m|metres?|meters?|mita)?$|^(\d)\s?m\s?(\d{2})$/u.exec(said)
  if (metres !== null) {
    const [whole, part = ''] = metres[1] === undefined ? [metres[3], metres[4]] : [metres[1], metres[2]]
    return number(whole) * 100 + Number(part.padEnd(2, '0'))
  }
  const plain = /^(\d{2,3})(?:[.,]\d)?\s?(?:cms?|centimet(?:re|er)s?|sentimita)?$/u.exec(said)
  return plain === null ? null : number(plain[1])
}

const trimmed = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’ʼ′]/gu, "'")
    .replace(/[“”″]/gu, '"')
    .replace(/^(?:i am|i'm|i weigh|my height is|my weight is|about|around|nina|nzitowa|kilo)\s+/u, '')
    .replace(/(?:\s+tall)?[\s.!]*$/u, '')
    .trim()

/** A height in whole centimetres, 100 to 230: "170 cm", "1.7 m", "5 ft 7". */
export function height(text: string): Read<number> {
  const found = centimetres(trimmed(text))
  return found === null || found < 100 || found > 230
    ? bad(
        'I need a height from 100 to 230 cm, for example: 170 cm or 5 ft 7',
        'Neetaaga obuwanvu okuva ku cm 100 okutuuka ku 230, okugeza: 170 cm oba 5 ft 7',
        'Nahitaji urefu wa sm 100 hadi 230, kwa mfano: 170 cm au 5 ft 7',
      )
    : good(found)
}

/** A weight in whole kilograms, 30 to 250: "70kg", "70 kilos", "154 lbs". */
export function weight(text: string): Read<number> {
  const found = /^(\d{2,3}(?:[.,]\d{1,2})?)\s?(kgs?|kilos?|kilograms?|lbs?|pounds?)?$/u.exec(trimmed(text))
  const isPounds = /^(?:lb|pound)/u.test(found?.[2] ?? '')
  const kilograms = found === null ? 0 : Math.round(number(found[1]) * (isPounds ? 0.453_592 : 1))
  return kilograms < 30 || kilograms > 250
    ? bad(
        'I need a weight from 30 to 250 kg, for example: 70 kg',
        'Neetaaga obuzito okuva ku kg 30 okutuuka ku 250, okugeza: 70 kg',
        'Nahitaji uzito wa kg 30 hadi 250, kwa mfano: 70 kg',
      )
    : good(kilograms)
}

const counted = phrases(`
  one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen
  seventeen, eighteen, nineteen, twenty`)

/** Whole years, from 1 to `most`: "10", "10 years", "emyaka 10", "ten years". */
export function years(text: string, most: number): Read<number> {
  const said = text.normalize('NFKC').toLowerCase().trim()
  const found =
    /^(?:for |emyaka |miaka )?(\d{1,3}|[a-z]+)\s?(?:years?|yrs?|yr|y)?[\s.!]*$/u.exec(said)?.[1] ?? ''
  const span = /^\d+$/u.test(found) ? Number(found) : counted.indexOf(found) + 1
  return span < 1 || span > most
    ? bad(
        `I need a number of years from 1 to ${most}, for example: 10 years`,
        `Neetaaga emyaka okuva ku 1 okutuuka ku ${most}, okugeza: emyaka 10`,
        `Nahitaji idadi ya miaka kuanzia 1 hadi ${most}, kwa mfano: miaka 10`,
      )
    : good(span)
}

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

/** A share in percent, above 0 and at most the remaining share: "60", "60%", "half", "the rest". */
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
