import { expect, test } from 'vitest'
import { linksIn } from './text-parts.ts'

const links = (text: string) => linksIn(text).map(({ href }) => href)

test.each([
  ['see https://example.org/a?b=c.', ['https://example.org/a?b=c']],
  ['(http://example.org/a_(b)) and more', ['http://example.org/a_(b)']],
  ['HTTPS://EXAMPLE.ORG', ['HTTPS://EXAMPLE.ORG']],
  ['two http://a.example and https://b.example!', ['http://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x ftp://a.example www.example.org', []],
  ['<a href="https://example.org">x</a>', ['https://example.org']],
  ['http://', []],
  ['no link', []],
])('[THREAD-07] links in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  ['write to jane.doe+claims@parley.example.', ['mailto:jane.doe+claims@parley.example']],
  ['@jane at 5@ home', []],
  ['https://a.example/?mail=x@b.example', ['https://a.example/?mail=x@b.example']],
  ['call +256 772 123 456 or 0772-123-456', ['tel:+256772123456', 'tel:0772123456']],
  ['(0312 345 678), 0772123456.', ['tel:0312345678', 'tel:0772123456']],
  ['+44 (20) 7946 0958', ['tel:+442079460958']],
  // Amounts, policies, days and national ids are no numbers to call.
  ['UGX 1,200,000 for 0772123456789, PL-0772123456, 2026-03-02, CM900123456789', []],
  ['+1', []],
])('[Q-216] addresses and numbers in %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  ["https://x.org/for'me", "https://x.org/for'me"],
  ["'https://x.org/a'", 'https://x.org/a'],
  ['“https://x.org/a”', 'https://x.org/a'],
  ['‘https://x.org/for’me’', 'https://x.org/for’me'],
  ['«https://x.org/a»', 'https://x.org/a'],
  ['https://x.org/a، ثم', 'https://x.org/a'],
  ['https://x.org/a؟', 'https://x.org/a'],
  ['（https://x.org/a）', 'https://x.org/a'],
  ['［https://x.org/a］。次', 'https://x.org/a'],
  ['[https://x.org/a[1]]', 'https://x.org/a[1]'],
  ['https://x.org/a_(b), and', 'https://x.org/a_(b)'],
  ['https://x.org/a…', 'https://x.org/a'],
  ['https://x.org/\u202egro.knab', 'https://x.org/'],
])('[Q-311] an address in %j ends where it ends', (text, address) => {
  expect(links(text)).toEqual([address])
})

test.each([
  ['https://x.org/a', null],
  ['HTTPS://X.org:443/a', null],
  ['http://x.org:8080?b', null],
  ['https://x.org/jane@bank.example', null],
  ['https://xn--mnchen-3ya.de/', null],
  ['http://bank.example@evil.example/', 'evil.example'],
  ['http://bank.example:pay@evil.example', 'evil.example'],
  ['https://bank.example\\@evil.example', 'bank.example'],
  ['https:///evil.example/', 'evil.example'],
  ['https://p\u0430ypal.com/', 'xn--pypal-4ve.com'],
  ['https://\u0430\u0440\u0440\u04cf\u0435.com/', 'xn--80ak6aa92e.com'],
  ['https://münchen.de', 'xn--mnchen-3ya.de'],
  ['http://0x7f.1/', '127.0.0.1'],
])('[Q-312] %s is written so that it hides its host: %j', (text, host) => {
  expect(linksIn(text).map(link => link.host)).toEqual([host])
})
