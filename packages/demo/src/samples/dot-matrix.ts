/**
 * A dot-matrix alphabet, five dots wide and seven high: a row is one hexadecimal pair, its lowest five bits from left to
 * right. Pictures are written with it, since a fresh machine has no fonts and pictures must be the same everywhere.
 */
const rows: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11111915131111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '1111110a040404',
  Z: '1f01020408101f',
  0: '0e11131519110e',
  1: '040c040404040e',
  2: '0e11010204081f',
  3: '1f02040201110e',
  4: '02060a121f0202',
  5: '1f101e0101110e',
  6: '0608101e11110e',
  7: '1f010204080808',
  8: '0e11110e11110e',
  9: '0e11110f01020c',
  '.': '00000000000c0c',
  ',': '0000000000060c',
  ':': '000c0c000c0c00',
  '-': '0000001f000000',
  '/': '00010204081000',
}

/** The width of a text in dots. */
export const dotsWide = (text: string): number => text.length * 6 - 1

/** SVG squares that write a text; unknown characters stay blank. `dot` is a dot's side in pixels. */
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
  const glyph = rows[character] ?? ''
  for (let row = 0; row < glyph.length / 2; row += 1) {
    const bits = Number.parseInt(glyph.slice(row * 2, row * 2 + 2), 16)
    for (let column = 0; column < 5; column += 1) if (bits & (16 >> column)) yield [column, row]
  }
}
