import { readApplication } from '@parley/core/read/work'
import { applyFlags, applyStatus } from '@parley/core/applications/rules'
import { expect, test } from 'vitest'
import { baseOf, changesSince } from './application-changes.ts'

const now = new Date('2026-11-20T09:00:00Z')
const brian = { id: '2', name: 'Brian' }
const application = readApplication({ id: '7', kind: 'ipp', status: 'SUBMITTED', version: 1 })

test('[APPD-09 Q-127 Q-138] what others did since an edit was begun is told: who set which status with which words, which flags', () => {
  const base = baseOf(application)
  const moved = applyStatus(application, { status: 'APPROVED', notes: 'All there' }, brian, now)
  const after = applyFlags(moved, { id_verified: true }, brian, now)
  expect(changesSince(base, after)).toEqual([
    'Status: Submitted → Approved by Brian: All there',
    'ID verified: set by Brian',
  ])
  expect(changesSince(baseOf(after), applyFlags(after, { id_verified: false }, null, now))).toEqual([
    'ID verified: taken back',
  ])
})

test('nothing is told while the version is the same, as after a note', () => {
  expect(changesSince(baseOf(application), application)).toEqual([])
})
