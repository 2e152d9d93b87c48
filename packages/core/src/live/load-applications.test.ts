import { describe, expect, test } from 'vitest'
import type { ChangeFrame } from '../api/sockets.ts'
import { ippOf, libOf } from '../application.fixture.ts'
import { readApplicationRow } from '../read/application.ts'
import type { HeldApplications } from './held.ts'
import {
  loadApplication,
  loadApplications,
  loadMoreApplications,
  type WantedApplications,
} from './load-applications.ts'
import { answer, minute, Source } from './page.fixture.ts'
import { frameReducerOf } from './reducers.ts'

const everything: WantedApplications = { kind: 'ipp', filter: {}, conversation: null }
const at = (id: number, more: Parameters<typeof ippOf>[1] = {}) =>
  ippOf(id, { submission_date: minute(id), ...more })
const frame = (seq: number, id: number, more: Parameters<typeof ippOf>[1] = {}): ChangeFrame => ({
  event: 'application',
  data: at(id, more),
  seq,
})

/** A server's applications, newest first, a page of two at a time. */
function sourceOf(...all: readonly number[]): Source {
  const source = new Source()
  source.says = {
    applications: (_, { after, limit }) => {
      const from = after === undefined ? 0 : all.indexOf(Number(after)) + 1
      const rows = all.slice(from, from + Number(limit)).map(id => at(id))
      return answer(rows, { counts: `{"SUBMITTED":${all.length}}` })
    },
  }
  return source
}
const idsOf = ({ value }: HeldApplications) => value.rows.map(({ id }) => Number(id))
/** A list that a reader has drawn so far. */
const held = (...ids: readonly number[]): Promise<HeldApplications> => {
  const source = sourceOf(...ids, 1)
  source.pageSizes = { ...source.pageSizes, applications: ids.length }
  return loadApplications(source, everything, undefined)
}

describe('[APPL-04] a list of applications', () => {
  test('is asked for with its filter, the viewer’s zone and the conversation', async () => {
    const source = sourceOf(9, 8, 7)
    const wanted: WantedApplications = {
      kind: 'lib',
      filter: { status: 'APPROVED', search: 'okello', range: 'WEEK' },
      conversation: { id: '5', phone: null },
    }
    const list = await loadApplications(source, wanted, undefined)
    const filter = { status: 'APPROVED', search: 'okello', range: 'WEEK' }
    const rest = { limit: 2, time_zone: 'Africa/Kampala', conversation_id: '5' }
    expect(source.asked).toEqual([['applications', 'lib', { ...filter, ...rest }]])
    expect(list).toMatchObject({
      seq: 5,
      value: {
        kind: 'lib',
        filter,
        conversationId: '5',
        hasMore: true,
        edge: { id: '8' },
        counts: { SUBMITTED: 3, APPROVED: 0 },
        lacks: { counts: false, list: false },
      },
    })
  })

  test('of all customers names no conversation; one that is empty has no edge', async () => {
    const source = sourceOf()
    source.says = { applications: () => answer([], { seq: null }) }
    const list = await loadApplications(source, everything, undefined)
    expect(source.asked).toEqual([['applications', 'ipp', { limit: 2, time_zone: 'Africa/Kampala' }]])
    expect(list).toMatchObject({ seq: 0, value: { conversationId: null, hasMore: false, edge: null } })
    expect(await loadMoreApplications(source, everything, list).then(step => step(list))).toBe(list)
    expect(source.asked).toHaveLength(1)
  })

  test('is fetched as far down as its reader is', async () => {
    const source = sourceOf(9, 8, 7, 6, 5, 4)
    const list = await loadApplications(source, everything, await held(9, 8, 7))
    expect(idsOf(list)).toEqual([9, 8, 7, 6])
    expect(source.asked.at(-1)).toEqual([
      'applications',
      'ipp',
      { limit: 2, time_zone: 'Africa/Kampala', after: '8' },
    ])
    expect(list.value).toMatchObject({ hasMore: true, edge: { id: '6' } })
    const shorter = sourceOf(9)
    expect(idsOf(await loadApplications(shorter, everything, list))).toEqual([9])
    expect(shorter.asked).toHaveLength(1)
  })

  test('has what came since its answer, and says what that left open', async () => {
    const source = sourceOf(9, 8)
    source.recent.add(frame(5, 9, { status: 'REJECTED' }))
    source.recent.add(frame(6, 8, { status: 'APPROVED' }))
    const list = await loadApplications(source, everything, undefined)
    expect(list.value.rows.map(({ status }) => status)).toEqual(['SUBMITTED', 'APPROVED'])
    expect(list.value).toMatchObject({
      counts: { SUBMITTED: 1, APPROVED: 1 },
      lacks: { counts: false, list: false },
    })
    source.recent.add(frame(7, 10))
    source.recent.add({ event: 'ticket', data: {} as never, seq: 8 })
    const longer = await loadApplications(source, everything, undefined)
    expect(idsOf(longer)).toEqual([10, 9, 8])
    expect(longer.value.lacks).toEqual({ counts: true, list: false })
    const ofCustomer = { ...everything, conversation: { id: '1', phone: null } }
    source.recent.add(frame(9, 11, { conversation_id: '2' as never }))
    source.recent.add(frame(10, 9, { status: 'APPROVED' }))
    const linked = await loadApplications(source, ofCustomer, undefined)
    expect(linked.value.lacks).toEqual({ counts: true, list: true })
  })
})

describe('[Q-145] while frames are missing', () => {
  test('one call fetches the head, and what is held behind it stays', async () => {
    const source = sourceOf(10, 9, 8, 7, 6)
    const before = await held(9, 8, 7, 6)
    source.behind = true
    const list = await loadApplications(source, everything, before)
    expect(idsOf(list)).toEqual([10, 9, 8, 7, 6])
    expect(source.asked).toHaveLength(1)
    expect(list).toMatchObject({ isTailOld: true, value: { hasMore: true, edge: { id: '6' } } })
  })
  test.each([
    ['nothing is held', null, [9, 8, 7]],
    ['nothing is held behind it', [9, 8], [9, 8, 7]],
    ['there is nothing behind it', [9, 8, 7], [9]],
    ['the server has nothing', [9, 8, 7], []],
  ])('the head is all there is where %s', async (_, before, all) => {
    const source = sourceOf(...all)
    source.behind = true
    const had = before === null ? undefined : await held(...before)
    const list = await loadApplications(source, everything, had)
    expect([idsOf(list), list.isTailOld]).toEqual([all.slice(0, 2), undefined])
  })
})

describe('the page behind its edge', () => {
  test('comes behind it, each row once, with what came since it was read; the counts had that already', async () => {
    const source = sourceOf(9, 8, 7, 6)
    const list = await loadApplications(source, everything, undefined)
    source.recent.add(frame(5, 7, { status: 'REJECTED' }))
    source.recent.add(frame(6, 6, { status: 'APPROVED' }))
    const step = await loadMoreApplications(source, everything, list)
    const longer = step({
      ...list,
      value: { ...list.value, rows: [...list.value.rows, readApplicationRow(at(7))] },
    })
    expect(longer.value.rows.map(({ id, status }) => [Number(id), status])).toEqual([
      [9, 'SUBMITTED'],
      [8, 'SUBMITTED'],
      [7, 'SUBMITTED'],
      [6, 'APPROVED'],
    ])
    expect(longer.value).toMatchObject({ hasMore: true, edge: { id: '6' }, counts: { SUBMITTED: 4 } })
    const last = (await loadMoreApplications(source, everything, longer))(longer)
    expect(last.value).toMatchObject({ hasMore: false, edge: { id: '6' } })
  })
  test('is dropped where the edge moved meanwhile', async () => {
    const source = sourceOf(9, 8, 7, 6)
    const list = await loadApplications(source, everything, undefined)
    const moved = { ...list, value: { ...list.value, edge: list.value.rows[0] ?? null } }
    expect((await loadMoreApplications(source, everything, list))(moved)).toBe(moved)
    const empty = { ...list, value: { ...list.value, edge: null } }
    expect((await loadMoreApplications(source, everything, list))(empty)).toBe(empty)
  })
})

describe('[APPD-09] one application', () => {
  test('has what came since its answer', async () => {
    const source = new Source()
    source.says = { application: () => answer(at(3)) }
    source.recent.add(frame(5, 3, { status: 'REJECTED' }))
    source.recent.add(frame(6, 3, { version: 2 }))
    const { value, seq } = await loadApplication(source, 'ipp', '3')
    expect([value?.status, value?.version, seq]).toEqual(['SUBMITTED', 2, 5])
    expect(source.asked).toEqual([['application', 'ipp', '3']])
  })
  test('that is not there stays so, whatever frames come', async () => {
    const source = new Source()
    source.says = { application: () => answer(null, { seq: null }) }
    expect(await loadApplication(source, 'lib', '3')).toEqual({ value: null, seq: 0 })
    const moment = source.moment()
    const follow = frameReducerOf('application')
    expect(follow?.(null, frame(6, 3), moment)).toBeNull()
    expect(follow?.(await loaded(), frame(6, 3, { version: 7 }), moment)).toMatchObject({ version: 7 })
  })
  const loaded = async () => {
    const source = new Source()
    source.says = { application: () => answer(at(3)) }
    return (await loadApplication(source, 'ipp', '3')).value
  }
})

test('a frame that does not concern a list leaves the very same', async () => {
  const source = sourceOf(9, 8)
  const { value } = await loadApplications(source, everything, undefined)
  const follow = frameReducerOf('applications')
  const lib: ChangeFrame = { event: 'application', data: libOf(9), seq: 6 }
  expect(follow?.(value, lib, source.moment())).toBe(value)
})
