import { expect, test } from 'vitest'
import { type CsvValue, csvName, csvText, csvTime, csvTimeHeading } from './csv.ts'

test.each<[string, CsvValue, string]>([
  ['a number is not touched', -4.5, '-4.5'],
  ['nothing is empty', null, ''],
  ['what is no number is empty', Number.NaN, ''],
  ['a word is not quoted', 'Sarah', 'Sarah'],
  ['a comma is', 'Namubiru, Sarah', '"Namubiru, Sarah"'],
  ['a quotation mark is doubled', 'the "old" one', '"the ""old"" one"'],
  ['a line break stays inside its cell', 'one\ntwo', '"one\ntwo"'],
  ['a formula is text', '=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['so is one that begins with +', '+256 700', "'+256 700"],
  ['so is one behind a line break', '\n=1+1', '"\'\n\'=1+1"'],
  ['so is one behind a semicolon alone', ';=1', '";\'=1"'],
  ['so is one that begins with a full-width sign', '＝1+1', "'＝1+1"],
  ['so is one behind a blank or an invisible sign', ' \u200b=1+1', "' \u200b=1+1"],
  ['so is one behind a semicolon, where that ends a cell', 'Grace;=1+1', '"Grace;\'=1+1"'],
  [
    'so is each behind a line break, a tab or quotes in its text',
    'a\n-1\t=2;"@x"',
    '"a\n\'-1\t\'=2;""\'@x"""',
  ],
  ['a telephone number stays as it is', '+256700000018', '+256700000018'],
  ['a plus with anything but digits does not', '+256700000018+1', "'+256700000018+1"],
  ['signs inside of words stay', 'a-b; c=d, -e', '"a-b; c=d, -e"'],
  ['so is one that begins with -', '-1+1', "'-1+1"],
  ['so is one that begins with @', '@SUM(A1)', "'@SUM(A1)"],
  ['so is one behind a tab', '\t=1', '"\'\t\'=1"'],
  ['other scripts stay', 'Nsaba okwogera n’omuntu – é', 'Nsaba okwogera n’omuntu – é'],
])('[MSTAT-10 UUSER-01 PERF-08 WORK-07 Q-344] in a downloaded table %s', (_, value, written) => {
  expect(csvText(['Of'], [[value]])).toBe(`\ufeffOf\r\n${written}\r\n`)
})

test('[MSTAT-10] rows follow the header, each on a line of its own', () => {
  expect(
    csvText(
      ['Date', 'Total'],
      [
        ['2026-11-01', 3],
        ['2026-11-02', 0],
      ],
    ),
  ).toBe('\ufeffDate,Total\r\n2026-11-01,3\r\n2026-11-02,0\r\n')
})

test('[MSTAT-10] a file is named after its table and its days', () => {
  expect(csvName('Message Statistics', '2026-11-01', '2026-11-21')).toBe(
    'message-statistics_2026-11-01_2026-11-21.csv',
  )
  expect(csvName('Resolution %', 'Amina / Kampala')).toBe('resolution_amina-kampala.csv')
})

test('[Q-344] a time is of the workspace’s day and clock, and its heading says whose', () => {
  expect(csvTime('2026-11-26T21:30:05Z', 'Africa/Kampala')).toBe('2026-11-27 00:30:05')
  expect(csvTimeHeading('When', 'Africa/Kampala')).toBe('When (Africa/Kampala)')
})
