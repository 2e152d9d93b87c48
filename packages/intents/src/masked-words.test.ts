import { expect, test } from 'vitest'
import { maskedWordsOf } from './masked-words.ts'

test.each([
  ['LF-20311 paid on 3rd March 2020', '<policy> paid on <date>'],
  ['IPP 009920 bal', '<policy> bal'],
  ['my IPP account', 'my ipp account'],
  ['+256772123456 or 0772 123 456 or 0392-220033', '<phone> or <phone> or <phone>'],
  ['UGX 50,000 or shs.20,000 or 50k or 1.2 million', '<amount> or <amount> or <amount> or <amount>'],
  ['nasasula 200000', 'nasasula <amount>'],
  ['NIN CM9001210ABC3D, a@b.com, www.parley.ug', 'nin <id> <email> <link>'],
  ['15% since 2019 for 14 staff', '<percent> since <date> for <number> staff'],
  ['12/03/2024 at 5 p.m or 10am', '<date> at <time> or <time>'],
  ['may I ask', 'may i ask'],
  ['come on may 5 or 5th may', 'come on <date> or <date>'],
  ['２５６７７２１２３４５６', '<phone>'],
  ['gr8, see u 2day', 'gr0 see u 0day'],
  ['My name is Nakato Sarah', 'my name is nakato sarah'],
  ['', ''],
])('[Q-410] the masked words of %j', (text, words) => {
  expect(maskedWordsOf(text).join(' ')).toBe(words)
})

test('[Q-410] masks the longest message within milliseconds', () => {
  const texts = ['1,', 'a@', '0772 ', 'LF-', 'x'].map(part => part.repeat(4_096 / part.length))
  for (const text of texts) {
    const began = performance.now()
    expect(maskedWordsOf(text).length).toBeLessThanOrEqual(200)
    expect(performance.now() - began).toBeLessThan(200)
  }
})
