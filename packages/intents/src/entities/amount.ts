import { findBy } from './entity.ts'

const currency = String.raw`(?:ugx|ush(?:s|\.)?|shs?|shillings?)`
const figure = String.raw`(?<figure>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)`
const unit = String.raw`(?:\s?(?<unit>k|m|thousands?|millions?))?`
const edge = String.raw`(?![\p{L}\p{N}])`

/** UGX 50,000 and 50k; an amount says its currency, or that it is thousands or millions. */
const before = String.raw`(?<![\p{L}\p{N}])${currency}\.?\s?${figure}${unit}${edge}`
const behind = before
  .replace(`${currency}\\.?\\s?`, '')
  .replace(edge, String.raw`\s?(?<mark>\/[=-]|${currency}${edge})`)
const short = String.raw`(?<![\p{L}\p{N}.,])${figure}\s?(?<unit>k|m|thousands?|millions?)${edge}`

/** More is a slip: no premium is a million millions. */
const most = 1e12

const valueOf = ({ groups = {} }: RegExpExecArray): string | null => {
  const { figure: digits = '', unit: word = '' } = groups
  const times = word === '' ? 1 : /^m/i.test(word) ? 1_000_000 : 1_000
  const shillings = Math.round(Number(digits.replaceAll(',', '')) * times)
  return shillings > 0 && shillings <= most ? String(shillings) : null
}

/** Amounts in Ugandan shillings: "UGX 50,000", "50,000/=", "shs 20000", "50k", "1.2m", "2 million". */
export const findAmounts = [before, behind, short].map(pattern =>
  findBy('amount_ugx', new RegExp(pattern, 'giu'), valueOf),
)
