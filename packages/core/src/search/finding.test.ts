import { describe, expect, test } from 'vitest'
import { excerpt, hasTerms, type Marked, marked, nearHit, readFinding } from './finding.ts'

const termsOf = (typed: string) => readFinding(typed)?.terms ?? []
/** Hits between brackets. */
const shown = (parts: Marked) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

describe('[Q-220] what was typed', () => {
  test.each(['', '   ', '…', '""', '👍'])('%j is nothing to look for', typed => {
    expect(readFinding(typed)).toBeNull()
  })

  test.each([
    ['payment', 'The PAYMENT of it', true],
    ['payment', 'Our payments team', true],
    ['payments', 'one payment', true],
    ['ment', 'the payment', true],
    ['en', 'the payment', false],
    ['pa', 'the payment', true],
    ['a', 'at a time', true],
    ['a', 'at it', false],
    ['class', 'clas', false],
    ['payment pending', 'pending: my payment', true],
    ['payment pending', 'my payment', false],
    ['"payment pending"', 'my payment, pending', true],
    ['"payment pending"', 'pending payment', false],
    ['"payment pend"', 'payment pending', false],
    ['"payment" pend', 'payment pending', true],
    ['"pay"', 'payment', false],
    ['LF-20931', 'policy LF-20931', true],
    ['LF-209', 'policy LF-20931', true],
    ['LF-20931', 'LF and 20931', false],
    ['20931', 'policy LF-20931', true],
    ['0931', 'policy LF-20931', true],
    ['café', 'the cafe', true],
    ["ng'ombe", 'Ng’ombe zange', true],
    ['ŋombe', 'ng’ombe', true],
    ['lodz strasse', 'Łódź, Straße', true],
    ['\u202a+256 (0)772 123 456', 'call 0772123456', true],
    ['tel:0772123456', 'call 0772 123 456', true],
    ['TCK‑00042', 'see tck–42', true],
    ['0772123456', 'call 0772 123 456', true],
    ['+256 772 123 456', 'call 0772123456', true],
    ['256 772 123', 'call 0772-123456', true],
    ['0772', 'call +256 772 123456', true],
    ['772123', 'call 0772 123 456', true],
    ['0772 124', 'call 0772 123 456', false],
    ['00256772123456', 'call 0772 123 456', true],
    ['4 10', '10 of 4', true],
    ['TCK-00042', 'see tck-42', true],
    ['tck 42', 'see TCK-00042', true],
    ['TCK-42', 'see TCK-00421', false],
    ['ipp2207', 'form IPP-2207', true],
    ['IPP-2207', 'form ipp2207', true],
    ['LIB-2207', 'form IPP-2207', false],
  ])('%j is in %j: %s', (typed, text, is) => {
    expect(hasTerms(text, termsOf(typed))).toBe(is)
  })

  test.each([
    ['payment pending', 'My payments are pending.', 'My [payments] are [pending].'],
    ['"my payment"', 'my payment, my payment', '[my payment], [my payment]'],
    ['pay payment', 'a payment', 'a [payment]'],
    ['0772123456', 'call +256 772 123 456 now', 'call [+256 772 123 456] now'],
    ['lf-20931', '(LF-20931)', '([LF-20931])'],
    ['nothing', 'a text', 'a text'],
    ['x', '', ''],
    ['<b>', 'a <b>bold</b> b', 'a <[b]>bold</[b]> [b]'],
  ])('%j is marked in %j', (typed, text, wanted) => {
    expect(shown(marked(text, termsOf(typed)))).toBe(wanted)
    expect(
      marked(text, termsOf(typed))
        .map(part => part.text)
        .join(''),
    ).toBe(text)
  })

  test('of a long text the first hit is shown with what stands around it, on one line', () => {
    const long = `${'before '.repeat(60)}\n\nthe payment\nis ${'behind '.repeat(60)}`
    const cut = shown(excerpt(long, termsOf('payment')))
    expect(cut).toMatch(/^… before .* the \[payment\] is .* …$/)
    expect(cut.length).toBeLessThan(240)
    expect(shown(excerpt('short\ntext', termsOf('text')))).toBe('short [text]')
    expect(shown(excerpt(`payment ${'x'.repeat(500)}`, termsOf('payment')))).toMatch(/^\[payment\] x+ …$/)
  })
})

test.each([
  ['payment is here', 'payment', '[payment] is here'],
  ['the payment is here', 'payment', 'the [payment] is here'],
  ['one two three four payment is here', 'payment', '… three four [payment] is here'],
  ['one two three fo payment twice payment', 'payment', '… three fo [payment] twice [payment]'],
  [`${'x'.repeat(40)} payment`, 'payment', '… [payment]'],
  ['nothing of it in a long text', 'payment', 'nothing of it in a long text'],
])('[Q-220] %j stands near its hit of %j', (text, typed, near) => {
  expect(shown(nearHit(marked(text, termsOf(typed)), 12))).toBe(near)
})
