import { findAmounts } from '@parley/intents/entities/amount'
import { bad, good, type Read } from '../value.ts'

/** More is a slip of a digit. */
const most = 10_000_000_000

/** Swahili counts thousands, hundred thousands and millions before the figure. */
const swahili: readonly (readonly [RegExp, number])[] = [
  [/(?<!\p{L})elfu\s+(\d+(?:\.\d+)?)(?![\d.])/iu, 1_000],
  [/(?<!\p{L})laki\s+(\d+(?:\.\d+)?)(?![\d.])/iu, 100_000],
  [/(?<!\p{L})milioni\s+(\d+(?:\.\d+)?)(?![\d.])/iu, 1_000_000],
]

/** A figure that names no currency: 50000, 50,000, 50 000, 50.000. */
const bare = /(?<![\p{L}\d.,-])(?:\d{1,3}(?:([, .])\d{3})(?:\1\d{3})*|\d+)(?![\p{L}\d]|[.,]\d)/gu

/** The amounts that a text names, in whole shillings. */
function amountsIn(text: string): readonly number[] {
  const times = swahili.find(([pattern]) => pattern.test(text))
  if (times !== undefined) return [Math.round(Number(times[0].exec(text)?.[1]) * times[1])]
  const spoken = findAmounts.flatMap(find => find(text, new Date(0)))
  // What says its currency and its unit is found as both.
  const named = [...new Set(spoken.map(({ value }) => Number(value)))]
  return named.length > 0
    ? named
    : [...text.matchAll(bare)].map(([found]) => Number(found.replace(/\D/gu, '')))
}

/** How shillings are written: "UGX 50,000". */
export const ugx = (shillings: number): string => `UGX ${shillings.toLocaleString('en-US')}`

/**
 * An amount in whole shillings: "50k", "1.2m", "UGX 50,000", "50000", "elfu 50". `least`: what is less is a slip; 0 lets
 * "UGX 0" through.
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
