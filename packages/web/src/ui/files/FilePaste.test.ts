import { expect, test } from 'vitest'
import { pastedFiles } from './FilePaste.tsx'

const picture = new File(['…'], 'image.png', { type: 'image/png' })
const contract = new File(['…'], 'contract.pdf', { type: 'application/pdf' })

test.each<[string, string, File[], 'attached' | 'offered']>([
  [
    'cells of a spreadsheet are words, their picture is offered',
    'Name\tAmount\nGrace\t50000',
    [picture],
    'offered',
  ],
  ['a picture alone is attached', '', [picture], 'attached'],
  ['blank words are none', ' \r\n', [picture], 'attached'],
  ['a copied file is attached, whose name is the text', 'contract.pdf', [contract], 'attached'],
  ['several copied files are attached', 'contract.pdf\rimage.png', [contract, picture], 'attached'],
  ['a path is the name of a file too', '/home/grace/contract.pdf\n', [contract], 'attached'],
  ['words that only hold a name are words', 'See contract.pdf', [contract], 'offered'],
])('[Q-340] of a paste %s', (_, text, files, where) => {
  expect(pastedFiles(text, files, true)).toEqual({ attached: [], offered: [], [where]: files })
})

test('[Q-340] where no field takes the words, the files are attached', () => {
  expect(pastedFiles('Name\tAmount', [picture], false)).toEqual({ attached: [picture], offered: [] })
})
