import { describe, expect, test } from 'vitest'
import { readAttachment } from '../read/entities.ts'
import {
  absenceWords,
  attachmentNotFound,
  documentIdOf,
  downloadUrl,
  fileIcon,
  isOpenable,
  isTall,
  mayOpen,
  pdfUrl,
  sendingOf,
  thumbnailOf,
  unseenPictureWords,
  wholeUrl,
} from './rules.ts'

test.each([
  ['image/png', '/t', '/p', '/t'],
  ['image/png', null, '/p', '/p'],
  ['image/png', null, null, null],
  ['image/svg+xml', '/t', '/p', null],
  ['application/pdf', '/t', '/p', null],
])(
  '[ATT-01] a file of type %s with thumbnail %j and preview %j shows %j',
  (type, thumbnail_url, preview_url, shown) => {
    expect(thumbnailOf({ mime_type: type, thumbnail_url, preview_url })).toBe(shown)
  },
)

test.each([
  ['application/pdf', 'x', 'pdf'],
  ['application/octet-stream', 'Receipt.PDF', 'pdf'],
  ['application/msword', 'x', 'word'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'x', 'word'],
  ['application/octet-stream', 'letter.docx', 'word'],
  ['application/octet-stream', 'letter.doc', 'word'],
  ['application/octet-stream', 'letter.docm', 'other'],
  ['text/plain', 'notes.txt', 'other'],
  ['image/svg+xml', 'logo.svg', 'other'],
])('[ATT-02] a file of type %s named %s has the icon %s', (type, name, icon) => {
  expect(fileIcon({ mime_type: type, name })).toBe(icon)
})

describe('where a file is downloaded from', () => {
  test.each([
    ['its download URL', { download_url: '/a', url: '/b' }, '/a'],
    ['its URL', { url: 'https://files.example/b' }, 'https://files.example/b'],
    ['nowhere with neither', {}, null],
  ])('[ATT-05] %s', (_, file, url) => {
    expect(downloadUrl(readAttachment(file), '/api/v1')).toBe(url)
  })
  test.each([
    ['document id', { id: '1', document_id: '2' }, '/api/v1/attachments/documents/2/download'],
    ['id', { id: '1' }, '/api/v1/attachments/documents/1/download'],
    ['an id that is no number', { id: '../x?' }, '/api/v1/attachments/documents/..%2Fx%3F/download'],
  ])('[ATT-06] without a URL the path by its %s', (_, file, url) => {
    expect(downloadUrl(readAttachment(file), '/api/v1')).toBe(url)
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/x',
    'JAVASCRIPT:x',
    ' https://x',
    'vbscript:x',
  ])('[Q-030] never %s', url => {
    expect(isOpenable(url)).toBe(false)
    expect(downloadUrl(readAttachment({ id: '1', download_url: url }), '/api/v1')).toBeNull()
  })
  test.each(['https://x', 'HTTP://x', 'blob:https://x/1', '/api/v1/x'])('[Q-030] %s may be opened', url => {
    expect(isOpenable(url)).toBe(true)
  })
})

describe('a PDF is read in place', () => {
  const file = {
    document_id: '1',
    download_url: null,
    mime_type: 'application/pdf',
    name: 'policy.pdf',
    state: 'ready',
  } as const
  test.each([
    ['from our own server', {}, '/api/v1/attachments/documents/1/download'],
    ['and from there by its own URL', { download_url: '/files/1' }, '/files/1'],
    ['never from another server', { download_url: 'https://files.example/1.pdf' }, null],
    ['never from another server by a path', { download_url: '//files.example/1.pdf' }, null],
    ['never from a text that no page opens', { download_url: 'javascript:alert(1)' }, null],
    ['not before it is there', { state: 'pending' }, null],
    ['not when it is no PDF', { mime_type: 'image/png', name: 'id.png' }, null],
    ['not when nothing names it', { document_id: '' }, null],
  ] as const)('[Q-030] %s', (_, more, url) => {
    expect(pdfUrl({ ...file, ...more }, '/api/v1')).toBe(url)
  })
})

test('[ATT-07] an upload must answer a document id', () => {
  expect(documentIdOf(readAttachment({ document_id: '5' }))).toBe('5')
  expect(documentIdOf(readAttachment({ id: 5 }))).toBe('5')
  expect(() => documentIdOf(readAttachment({ name: 'x.pdf' }))).toThrow(
    'Document upload failed: No document_id returned',
  )
})

test('[ATT-08] an unknown id is named', () => {
  expect(attachmentNotFound('77')).toBe('Attachment with ID 77 not found')
})

test.each([
  ['ready', null, null],
  ['pending', null, 'Being fetched…'],
  ['pending', ' ', 'Being fetched…'],
  [
    'pending',
    'We sent WhatsApp too many requests',
    'Not received yet: We sent WhatsApp too many requests. Parley tries again automatically',
  ],
  ['pending', 'Wait.', 'Not received yet: Wait. Parley tries again automatically'],
  ['failed', 'Error 1.2 of it', 'Could not be fetched: Error 1.2 of it'],
  ['failed', null, 'Could not be fetched'],
  ['failed', 'It is larger than 100 MB', 'Could not be fetched: It is larger than 100 MB'],
] as const)('[THREAD-08] a file that is %s, for the reason %j, says %j', (state, failure, words) => {
  expect(absenceWords({ state, failure })).toBe(words)
})

test.each([
  // own, carried, this customer's, of a canned reply: opens, sending
  [true, false, false, false, true, 'free'],
  [true, true, false, false, true, 'free'],
  [true, true, true, false, true, 'free'],
  [false, false, false, false, false, 'unknown'],
  [false, true, true, false, true, 'free'],
  [false, true, false, false, true, 'to-confirm'],
  [false, false, false, true, true, 'free'],
  [false, true, false, true, true, 'free'],
] as const)(
  '[Q-162] [Q-219] a file that is own (%s), carried (%s), of this customer (%s), of a canned reply (%s): opens %s, sending it is %s',
  (isOwn, isCarried, isCustomers, isCanned, opens, sending) => {
    expect(mayOpen({ isOwn, isCarried, isCanned })).toBe(opens)
    expect(sendingOf({ isOwn, isCarried, isCustomers, isCanned })).toBe(sending)
  },
)

test.each([
  ['/api/v1/p', '/api/v1/d', '/api/v1/p'],
  [null, '/api/v1/d', '/api/v1/d'],
  ['javascript:alert(1)', '/api/v1/d', '/api/v1/d'],
  ['javascript:alert(1)', 'data:text/html,x', null],
])(
  '[Q-243] all of a picture with preview %s and download %s is at %s',
  (preview_url, download_url, whole) => {
    expect(wholeUrl({ ...photo, preview_url, download_url }, '/api/v1')).toBe(whole)
  },
)

const photo = {
  document_id: '7',
  download_url: '/d',
  preview_url: '/p',
  thumbnail_url: null,
  mime_type: 'image/png',
  state: 'ready',
  width: null,
  height: null,
} as const

test.each([
  ['of a size that a page can bear', { width: 8_000, height: 6_000 }, '/p'],
  ['too large for a page', { width: 16_000, height: 16_000 }, '/t'],
  ['of a kind that browsers do not show', { mime_type: 'image/heic', preview_url: null }, '/t'],
])('[Q-345] a picture %s is looked at where it can be', (_, about, whole) => {
  expect(wholeUrl({ ...photo, thumbnail_url: '/t', ...about }, '/api/v1')).toBe(whole)
})

test.each([
  [{ preview_url: '/p' }, null],
  [{ mime_type: 'image/heic', thumbnail_url: '/t' }, null],
  [{ mime_type: 'image/heic' }, 'HEIC picture. Download to view'],
  [{ mime_type: 'image/jpeg' }, 'No preview. Download to view'],
  [{ mime_type: 'application/pdf' }, null],
  [{ mime_type: 'image/heic', state: 'pending' as const }, null],
])('[Q-345] of a picture with %j is said %j', (about, words) => {
  expect(unseenPictureWords({ ...photo, preview_url: null, ...about })).toBe(words)
})

test.each([
  [{ width: 990, height: 11_490 }, true],
  [{ width: 1_170, height: 2_532 }, false],
  [{ width: 4_000, height: 300 }, false],
])('[Q-346] a picture of %o is tall: %s', (size, tall) => {
  expect(isTall(size)).toBe(tall)
})
