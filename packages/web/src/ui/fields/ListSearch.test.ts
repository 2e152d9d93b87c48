import { expect, test } from 'vitest'
import { searchBox, withReport, withShown } from './ListSearch.tsx'

test('what is typed stays while the list takes up a report, also the one before the newest', () => {
  let box = { ...searchBox(''), typed: 'amina' }
  box = withReport(withReport(box, 'am'), 'amina')
  box = withShown(box, 'am')
  expect(box).toEqual({ typed: 'amina', shown: 'am', reported: ['amina'] })
  box = withShown(box, 'amina')
  expect(box).toEqual({ typed: 'amina', shown: 'amina', reported: [] })
})

test('a link that is followed between a report and its results takes the box along, and so does the next one', () => {
  let box = withReport({ ...searchBox('kato'), typed: 'amina' }, 'amina')
  box = withShown(box, 'nakato')
  expect(box).toEqual(searchBox('nakato'))
  expect(withShown(box, '')).toEqual(searchBox(''))
})

test('a report that was skipped for a later one holds nothing up', () => {
  let box = { ...searchBox(''), typed: 'amina' }
  box = withShown(withReport(withReport(box, 'am'), 'amina'), 'amina')
  expect(box.reported).toEqual([])
  expect(withShown(box, 'brian').typed).toBe('brian')
})

test('the same search shown again changes nothing', () => {
  const box = withReport({ ...searchBox('a'), typed: 'ab' }, 'ab')
  expect(withShown(box, 'a')).toBe(box)
})
