import { dotsWide, writeDots } from './dot-matrix.ts'

/** A picture of so many pixels, as SVG. */
export const svg = (width: number, height: number, body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

/** Says across the picture that it is nobody's paper. */
export function specimen(width: number, height: number): string {
  const dot = Math.round(width / 70)
  const left = (width - dotsWide('SPECIMEN') * dot) / 2
  return `<g fill="#c2402f" opacity="0.35" transform="rotate(-24 ${width / 2} ${height / 2})">
    ${writeDots('SPECIMEN', { x: left, y: height / 2 - dot * 3 }, dot)}</g>`
}
