import sharp from 'sharp'
import { writeDots } from './dot-matrix.ts'
import { nobodysCard, pictureOfCard } from './id-card.ts'
import { specimen, svg } from './specimen.ts'

interface Ink {
  readonly paper: string
  readonly ink: string
}

const white: Ink = { paper: '#fbfaf5', ink: '#26323a' }
const night: Ink = { paper: '#14232b', ink: '#d9e6ea' }

const written = (lines: readonly string[], at: { x: number; y: number }, dot: number) =>
  lines.map((line, index) => writeDots(line, { x: at.x, y: at.y + index * dot * 12 }, dot)).join('')

/** A mobile money receipt as a phone photographs it: upright JPEG, 900 by 1,200. */
function receipt({ paper, ink }: Ink, lines: readonly string[]): Promise<Buffer> {
  const [width, height] = [900, 1200]
  const body = `<rect width="100%" height="100%" fill="#8a8177"/>
    <g transform="rotate(1.5 450 600)"><rect x="90" y="70" width="720" height="1060" rx="8" fill="${paper}"/>
    <g fill="${ink}">${writeDots('MOBILE MONEY', { x: 150, y: 150 }, 8)}${written(lines, { x: 150, y: 300 }, 5)}
    <rect x="150" y="1010" width="600" height="4"/></g></g>${specimen(width, height)}`
  return sharp(svg(width, height, body))
    .jpeg({ quality: 72 })
    .toBuffer()
}

/** A filled-in form on a table, as a wide JPEG, 1,280 by 860. */
function form(title: string): Promise<Buffer> {
  const [width, height] = [1280, 860]
  const rules = Array.from(
    { length: 9 },
    (_, row) => `<rect x="190" y="${270 + row * 58}" width="900" height="2"/>`,
  )
  const body = `<rect width="100%" height="100%" fill="#6f5640"/>
    <g transform="rotate(-2 640 430)"><rect x="130" y="50" width="1020" height="770" fill="#fdfdfb"/>
    <g fill="#3a4650">${writeDots(title, { x: 190, y: 120 }, 7)}${rules.join('')}</g>
    <path d="M200 712c40-70 60 40 100-18s40 30 96-12 60 10 120-6" fill="none" stroke="#1f3fa0" stroke-width="5"/>
    </g>${specimen(width, height)}`
  return sharp(svg(width, height, body))
    .jpeg({ quality: 72 })
    .toBuffer()
}

/** The demo's pictures, drawn when they are asked for. */
export const pictures = {
  receipt: () =>
    receipt(white, [
      'PAYMENT RECEIPT',
      '',
      'TO: LIFE AND PENSION',
      'AMOUNT: UGX 50,000',
      'FEE: UGX 0',
      'REF: 7714-2209',
    ]),
  darkReceipt: () =>
    receipt(night, ['2 PAYMENTS', '', 'UGX 150,000  14:02', 'UGX 150,000  14:02', '', 'REF: 3306-1187']),
  idCard: () => pictureOfCard(nobodysCard),
  signedForm: () => form('LOAN AGREEMENT'),
  dischargeForm: () => form('DISCHARGE FORM'),
} as const
