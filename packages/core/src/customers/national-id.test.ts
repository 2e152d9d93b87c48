import { expect, test } from 'vitest'
import { ninFacts, ninProblem, passportProblem } from './rules.ts'

test.each([
  ['CM91038100XYZK', null],
  ['cf91038100xyzk', null],
  ['CM 9103 8100 XYZK', null],
  ['PF85012345ABCD', null],
  ['CM91038100XYZ', 'has 13 characters, a national ID has 14'],
  ['CM91038100XYZKL', 'has 15 characters, a national ID has 14'],
  ['', 'has 0 characters, a national ID has 14'],
  ['CM91038-00XYZK', 'has other characters than letters and digits'],
  ['XCM9103810XYZK', expect.stringMatching(/^does not begin as a national ID does/)],
  ['CM9X038100XYZK', expect.stringMatching(/^does not begin/)],
  ['CM  91038100\tXYZK', null],
  ['CX91038100XYZK', expect.stringMatching(/^does not begin as a national ID does/)],
  ['12345678901234', expect.stringMatching(/^does not begin/)],
  ['CMAB038100XYZK', expect.stringMatching(/^does not begin/)],
])('the Ugandan national ID number %j: %j', (text, problem) => {
  expect(ninProblem(text)).toEqual(problem)
})

test('a well-formed number tells the gender and the year of birth; another one nothing', () => {
  expect(ninFacts('CM91038100XYZK')).toEqual({ gender: 'MALE', birthYear: '91' })
  expect(ninFacts(' cf 05038100XYZK ')).toEqual({ gender: 'FEMALE', birthYear: '05' })
  expect(ninFacts('CM91038100XYZ')).toBeNull()
})

test.each([
  ['A1234567', true],
  ['b 000123', true],
  ['A00X12345', true],
  ['A12', false],
  ['A123456789', false],
  ['A-123456', false],
])('a passport’s number %j: %j', (text, plausible) => {
  expect(passportProblem(text) === null).toBe(plausible)
})
