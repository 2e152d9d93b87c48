import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import { openPoints } from '@parley/core/applications/open-points'
import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../sync/manual-clock.fixture.ts'
import { delayBy } from '../capabilities/sample-delay.ts'
import { sampleApplications } from './sample-source.ts'
import type { ApplicationSource, WantedApplications } from './source.ts'

const began = Date.parse('2026-11-20T09:00:00.000Z')
let clock: ManualClock
let source: ApplicationSource
let kept: readonly ApplicationEntity[] | undefined
let told: string[]

const make = () =>
  sampleApplications({
    delay: delayBy(clock),
    now: () => new Date(began + clock.now()),
    agent: () => ({ id: '3', name: 'Amina' }),
    kept: async () => kept,
    keep: changed => {
      kept = changed
    },
    changed: ({ id }) => told.push(id),
  })

beforeEach(() => {
  clock = new ManualClock()
  kept = undefined
  told = []
  source = make()
})

/** What an operation gives, and after how many milliseconds. */
async function timed<T>(operation: Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const from = clock.now()
  let ms = -1
  const ended = operation.finally(() => {
    ms = clock.now() - from
  })
  ended.catch(() => undefined)
  await clock.pass(5_000)
  return { value: await ended, ms }
}

const wanted = (kind: ApplicationKind, more: Partial<WantedApplications> = {}): WantedApplications => ({
  kind,
  filter: {},
  conversation: null,
  ...more,
})
const rows = async (asked: WantedApplications) => (await timed(source.page(asked, null))).value

test('[API-53 GEN-08 GEN-12 Q-015] both kinds are listed after half a second, newest first, named as samples, with numbers kept for fiction', async () => {
  for (const kind of ['ipp', 'lib'] as const) {
    const { value: list, ms } = await timed(source.page(wanted(kind), null))
    expect(ms).toBe(500)
    expect(list.rows.length).toBeGreaterThan(3)
    expect(list.rows.every(row => row.kind === kind && row.customer.name.startsWith('Sample'))).toBe(true)
    for (const { customer, conversation_id } of list.rows) {
      expect(customer.phone_number).toMatch(/^\+2567000009\d\d$/)
      expect(conversation_id).toBeNull()
    }
    const dates = list.rows.map(row => row.submission_date ?? row.created_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
  }
  const all = [...(await rows(wanted('ipp'))).rows, ...(await rows(wanted('lib'))).rows]
  expect(new Set(all.map(({ customer }) => customer.phone_number)).size).toBe(all.length)
})

test('[API-53 APPL-04 APPL-06 APPL-10 APPL-11] the list filters by the rules of the server and counts without the status', async () => {
  const approved = await rows(wanted('ipp', { filter: { status: 'APPROVED' } }))
  expect(approved.rows.map(({ status }) => status)).toEqual(['APPROVED'])
  expect(approved.counts).toMatchObject({ SUBMITTED: 1, APPROVED: 1, DRAFT: 1 })
  expect((await rows(wanted('ipp', { filter: { search: 'applicant TWO' } }))).rows).toHaveLength(1)
  expect((await rows(wanted('ipp', { filter: { search: 'cm9103' } }))).rows).toHaveLength(0)
  expect((await rows(wanted('ipp', { filter: { range: 'TODAY' } }))).rows).toHaveLength(1)
})

test('[CDET-17 CDET-24 Q-015 Q-131] a conversation has those with its phone number, so no real customer has any', async () => {
  const of = (phone: string | null) => rows(wanted('ipp', { conversation: { id: '7', phone } }))
  expect((await of('0700000921')).rows).toHaveLength(1)
  expect((await of('+256772123456')).rows).toHaveLength(0)
  expect((await of(null)).rows).toHaveLength(0)
})

test('[API-53 APPD-09 APPD-10 APPD-11 DATA-34 DATA-35 Q-127 Q-138] status, note and flags take half a second each and say who; the same press counts once', async () => {
  const seenOpen = [
    { code: 'shares.sum', field: 'beneficiaries' },
    { code: 'document.missing', field: 'attachments.INCOME_PROOF' },
  ]
  const at = { kind: 'ipp', id: 'sample-1', version: 1 } as const
  const status = await timed(
    source.setStatus(at, {
      status: 'APPROVED',
      notes: ' fine ',
      tell: true,
      customerWords: '',
      despite: seenOpen,
      changeId: 'c',
    }),
  )
  expect(status.ms).toBe(500)
  expect(status.value.status_history.at(-1)).toMatchObject({
    from_status: 'SUBMITTED',
    to_status: 'APPROVED',
    notes: 'fine',
    changed_by: { id: '3', name: 'Amina' },
  })
  const again = await timed(
    source.setStatus(at, {
      status: 'APPROVED',
      notes: ' fine ',
      tell: true,
      customerWords: '',
      despite: seenOpen,
      changeId: 'c',
    }),
  )
  expect(again.value.status_history).toHaveLength(status.value.status_history.length)
  await timed(source.addNote(at, { content: 'Called', noteId: 'n' }))
  const note = await timed(source.addNote(at, { content: 'Called', noteId: 'n' }))
  expect(note.ms).toBe(500)
  expect(note.value.notes).toMatchObject([{ application_id: 'sample-1', content: 'Called' }])
  const flags = await timed(source.setFlags(at, { id_verified: true }))
  expect(flags.value.verification_flags).toMatchObject({ id_verified: true, income_verified: false })
  expect(flags.value.flag_history).toMatchObject([
    { flag: 'id_verified', value: true, changed_by: { id: '3', name: 'Amina' } },
  ])
  expect(told).toContain('sample-1')
  expect((await rows(wanted('ipp', { filter: { status: 'APPROVED' } }))).rows.map(({ id }) => id)).toContain(
    'sample-1',
  )
})

test('[Q-241] a sample is approved by the rule of the server', async () => {
  const { value } = (await timed(source.get('ipp', 'sample-2'))).value
  if (value === null) throw new Error('There is no such sample')
  const points = openPoints(value, new Date(began))
  expect(points.length).toBeGreaterThan(0)
  const approve = (despite: typeof points, changeId: string) =>
    timed(
      source.setStatus(value, {
        status: 'APPROVED',
        notes: '',
        tell: true,
        customerWords: '',
        despite,
        changeId,
      }),
    )
  await expect(approve([], 'a')).rejects.toThrow(points[0]?.sentence)
  const approved = (await approve(points, 'a')).value
  expect(approved.status_history.at(-1)?.despite).toHaveLength(points.length)
})

test('[APPD-12 ERR-29 DATA-36] a blank note is refused; an unknown id says which kind', async () => {
  await expect(
    timed(source.addNote({ kind: 'ipp', id: 'sample-1' }, { content: ' ', noteId: 'n' })),
  ).rejects.toThrow('must not be blank')
  const gone = (kind: ApplicationKind) =>
    timed(source.setFlags({ kind, id: 'sample-99', version: null }, { id_verified: true }))
  await expect(gone('ipp')).rejects.toThrow('Application not found')
  await expect(gone('lib')).rejects.toThrow('LIB Application not found')
  expect((await timed(source.get('lib', 'sample-1'))).value.value).toBeNull()
})

test('[Q-015] what was changed stays in this browser', async () => {
  await timed(
    source.setStatus(
      { kind: 'lib', id: 'sample-51', version: 1 },
      { status: 'REJECTED', notes: '', tell: true, customerWords: '', despite: [], changeId: 'c' },
    ),
  )
  expect(kept?.map(({ id }) => id)).toEqual(['sample-51'])
  source = make()
  const { value } = await timed(source.get('lib', 'sample-51'))
  expect(value.value).toMatchObject({ status: 'REJECTED' })
})

test('[Q-130 CONST-05] documents have real files behind them', async () => {
  const { value } = (await timed(source.get('lib', 'sample-52'))).value
  expect(value?.attachments.map(file => file.document_type)).toEqual([
    'ID_DOCUMENT',
    'INCOME_PROOF',
    'MEDICAL_REPORT',
  ])
  for (const file of value?.attachments ?? []) expect(file.download_url).toMatch(/sample-.*\.(png|pdf)/)
})
