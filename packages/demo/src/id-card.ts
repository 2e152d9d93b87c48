import sharp from 'sharp'
import letters from '../data/dot-matrix.json' with { type: 'json' }

/**
 * A dot-matrix alphabet, five dots wide and seven high. A row is one hexadecimal pair; its lowest five bits run from left to
 * right.
 * A machine may have no fonts, and cards must be the same everywhere.
 */
const alphabet: Readonly<Record<string, string>> = letters

/** The width of a text in dots. */
export const dotsWide = (text: string): number => text.length * 6 - 1

/** SVG squares that form a text; unknown characters stay blank. `dot` is the side of a dot in pixels. */
export function writeDots(text: string, at: { readonly x: number; readonly y: number }, dot: number): string {
  const path = Array.from(text.toUpperCase(), (character, index) =>
    [...dotsOf(character)]
      .map(
        ([column, row]) => `M${at.x + (index * 6 + column) * dot} ${at.y + row * dot}h${dot}v${dot}h-${dot}z`,
      )
      .join(''),
  )
  return `<path d="${path.join('')}"/>`
}

function* dotsOf(character: string): Generator<readonly [number, number]> {
  const glyph = alphabet[character] ?? ''
  for (let row = 0; row < glyph.length / 2; row += 1) {
    const bits = Number.parseInt(glyph.slice(row * 2, row * 2 + 2), 16)
    for (let column = 0; column < 5; column += 1) if (bits & (16 >> column)) yield [column, row]
  }
}

/** The data on a national ID card. */
export interface IdCard {
  readonly name: string
  /** YYYY-MM-DD */
  readonly born: string
  readonly number: string
}

/** Pixels from the left edge of the text to the edge of the card. */
const room = 470

/** The largest dot size at which a text fits. */
const dotFor = (text: string): number => Math.max(2, Math.min(5, Math.floor(room / dotsWide(text))))

/** Removes accents, which the dot alphabet does not have. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The lines of a card, each with its label; the day of birth has the format of cards. */
export const linesOf = ({ name, born, number }: IdCard): readonly (readonly [string, string])[] => [
  ['NAME', plain(name).trim()],
  ['DATE OF BIRTH', born.split('-').toReversed().join('.')],
  ['NIN', number],
]

/** A national ID card as SVG, 860 by 540. */
export function cardSvg(card: IdCard): Buffer {
  const [width, height] = [860, 540]
  const words = linesOf(card).map(([label, text], line) => {
    const y = 160 + line * 96
    return writeDots(label, { x: 330, y }, 2) + writeDots(text, { x: 330, y: y + 28 }, dotFor(text))
  })
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#3f4a3d"/>
    <rect x="30" y="30" width="800" height="480" rx="26" fill="#e8efe2"/>
    <rect x="30" y="30" width="800" height="84" rx="26" fill="#b9cdb4"/>
    <rect x="76" y="160" width="210" height="270" rx="10" fill="#c9d4dc"/>
    <circle cx="181" cy="260" r="58" fill="#7a5a44"/><path d="M92 430c8-92 170-92 178 0z" fill="#44566b"/>
    <g fill="#26323a">${writeDots('IDENTITY CARD', { x: 76, y: 56 }, 5)}${words.join('')}</g>
    ${specimen(width, height)}</svg>`)
}

/** The card as PNG. A palette would halve its size, but the demo's cards would take two seconds more. */
export const pictureOfCard = (card: IdCard): Promise<Buffer> => sharp(cardSvg(card)).png().toBuffer()

/** A word across the picture marks it as a specimen. */
function specimen(width: number, height: number): string {
  const dot = Math.round(width / 70)
  const left = (width - dotsWide('SPECIMEN') * dot) / 2
  return `<g fill="#c2402f" opacity="0.35" transform="rotate(-24 ${width / 2} ${height / 2})">
    ${writeDots('SPECIMEN', { x: left, y: height / 2 - dot * 3 }, dot)}</g>`
}
