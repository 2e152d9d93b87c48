import sharp from 'sharp'
import { dotsWide, writeDots } from './dot-matrix.ts'
import { specimen, svg } from './specimen.ts'

/** What a national ID card says of its bearer. */
export interface IdCard {
  readonly name: string
  /** YYYY-MM-DD */
  readonly born: string
  readonly number: string
}

/** The card of those of whom no form says anything. */
export const nobodysCard: IdCard = { name: 'Sample Person', born: '1980-01-01', number: 'CF000000000000' }

/** Pixels from the edge of the words to the edge of the card. */
const room = 470

/** As large as the alphabet may be for a text to have room. */
const dotFor = (text: string): number => Math.max(2, Math.min(5, Math.floor(room / dotsWide(text))))

/** The dots of the alphabet have no accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The lines of a card, each under its label, the day of birth as cards write it. */
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
  return svg(
    width,
    height,
    `<rect width="100%" height="100%" fill="#3f4a3d"/>
    <rect x="30" y="30" width="800" height="480" rx="26" fill="#e8efe2"/>
    <rect x="30" y="30" width="800" height="84" rx="26" fill="#b9cdb4"/>
    <rect x="76" y="160" width="210" height="270" rx="10" fill="#c9d4dc"/>
    <circle cx="181" cy="260" r="58" fill="#7a5a44"/><path d="M92 430c8-92 170-92 178 0z" fill="#44566b"/>
    <g fill="#26323a">${writeDots('IDENTITY CARD', { x: 76, y: 56 }, 5)}${words.join('')}</g>
    ${specimen(width, height)}`,
  )
}

/** The same as PNG. With a palette it would be half as large, and drawing the demo's cards would take two seconds more. */
export const pictureOfCard = (card: IdCard): Promise<Buffer> => sharp(cardSvg(card)).png().toBuffer()
