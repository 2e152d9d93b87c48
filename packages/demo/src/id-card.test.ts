import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cardSvg, dotsWide, type IdCard, linesOf, pictureOfCard, writeDots } from './id-card.ts'

const nakato: IdCard = { name: 'Nakató Prossy', born: '1980-03-12', number: 'CF80012345ABCD' }

test('[GEN-07] a card shows the name without accents, the day of birth as cards write it, and the whole number', () => {
  expect(linesOf(nakato)).toEqual([
    ['NAME', 'Nakato Prossy'],
    ['DATE OF BIRTH', '12.03.1980'],
    ['NIN', 'CF80012345ABCD'],
  ])
  expect(cardSvg(nakato).toString()).toContain(writeDots('CF80012345ABCD', { x: 330, y: 380 }, 5))
})

test.each(['Al', 'Nakato Prossy', 'Bartholomew Emmanuel Ssekandi-Kiwanuka'])(
  '"%s" stays on the card',
  async name => {
    const drawn = cardSvg({ ...nakato, name }).toString()
    const dot = [5, 4, 3, 2].find(size => drawn.includes(writeDots(name, { x: 330, y: 188 }, size))) ?? 0
    expect(dot).toBeGreaterThan(0)
    expect(330 + dotsWide(name) * dot).toBeLessThanOrEqual(810)
    expect(await sharp(await pictureOfCard({ ...nakato, name })).metadata()).toMatchObject({
      format: 'png',
      width: 860,
    })
  },
)
