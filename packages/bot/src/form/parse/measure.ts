import { phrases } from '../spelling.ts'
import { bad, good, type Read } from '../value.ts'

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
