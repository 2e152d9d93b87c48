import type { ApplicationKind } from '@parley/core/applications/application'
import { readApplicationRow } from '@parley/core/read/work'
import { draws } from '@parley/core/read/readers.fixture'
import {
  type ApplicationFilter,
  applicationOrder,
  matchesApplicationFilter,
} from '@parley/core/applications/rules'
import { applicationRanges, applicationStatuses } from '@parley/core/applications/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addApplication, type NewApplication, seenOpen } from '../../test/models/applications.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { textWebhook } from '../../test/models/webhooks.ts'

const kinds = ['ipp', 'lib'] as const

describe('lists of applications', () => {
  let at: TestServer
  let conversationId: string
  let phones = 256_700_500_000
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())
  beforeEach(async () => {
    conversationId = await converse()
    at.clock.advance(1)
  })

  const converse = async (phone = String((phones += 1))): Promise<string> => {
    await at.webhook(textWebhook(phone, `wamid.${unique()}`, 'Hello', 'Nakato Prossy'))
    const { reply } = await at.ann.get('conversations', { query: { search: phone } })
    return reply.find(row => row.status !== 'ARCHIVED')?.id ?? ''
  }
  const add = (kind: ApplicationKind, more: Partial<NewApplication> = {}) =>
    addApplication(at.server.writer, { kind, conversationId, ...more })
  const one = async (id: string) => (await at.ann.get('ippApplication', { params: { id } })).reply
  const list = async (kind: ApplicationKind, query: Readonly<Record<string, string>>) =>
    at.ann.get(kind === 'ipp' ? 'ippApplications' : 'libApplications', { query })

  describe('[CDET-15 CDET-16 CDET-17 CDET-24 Q-131] the applications of a conversation’s customer', () => {
    const linked = async (kind: ApplicationKind, conversation_id: string) => {
      const { reply, headers } = await list(kind, { conversation_id })
      expect(Number(headers['parley-total'])).toBe(reply.length)
      return reply.map(row => row.id)
    }

    test('those of any of the customer’s conversations are listed once, and no other customer’s', async () => {
      const [ipp, lib] = [await add('ipp'), await add('lib')]
      const stranger = await converse()
      await add('ipp', { conversationId: stranger })
      await at.ann.get('setConversationStatus', {
        params: { id: conversationId },
        body: { status: 'ARCHIVED' },
      })
      const newer = await converse(String(phones - 1))
      expect(newer).not.toBe(conversationId)
      const second = await add('ipp', { conversationId: newer })
      for (const id of [conversationId, newer]) {
        expect(await linked('ipp', id)).toEqual([second, ipp])
        expect(await linked('lib', id)).toEqual([lib])
      }
      expect(await linked('ipp', stranger)).toHaveLength(1)
    })

    test('two customer rows with the same number count as one; a row without a number counts alone', async () => {
      const id = await add('ipp')
      const made = await at.database.db
        .insertInto('customers')
        .values({ wa_user_id: unique(), phone: `+${phones}`, created_at: at.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const nameless = await at.database.db
        .insertInto('customers')
        .values({ wa_user_id: unique(), created_at: at.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const conversationOf = async (customer: number) => {
        const now = at.clock.now()
        const row = {
          phone_number_id: '1',
          status: 'ACTIVE',
          last_activity: now,
          created_at: now,
          updated_at: now,
        }
        const { id: made } = await at.database.db
          .insertInto('conversations')
          .values({ customer_id: customer, ...row })
          .returning('id')
          .executeTakeFirstOrThrow()
        return String(made)
      }
      expect(await linked('ipp', await conversationOf(made.id))).toEqual([id])
      const alone = await conversationOf(nameless.id)
      expect(await linked('ipp', alone)).toEqual([])
      const own = await add('ipp', { conversationId: alone, name: 'Somebody' })
      expect(await linked('ipp', alone)).toEqual([own])
      expect((await one(own)).customer).toMatchObject({ name: 'Somebody', phone_number: null })
    })
  })

  describe('[APPL-04 APPL-05 APPL-06 APPL-07 APPL-08 APPL-10 APPL-11] lists and the core rule agree', () => {
    const names = [
      'Nakato Prossy',
      'ÉLISE Ōta',
      'élise ōta',
      '100% sure',
      'under_score',
      'back\\slash',
      'Okello',
    ]
    const idNumbers = ['CF91038100XYZK', 'cf91038100xyzk', 'CM90_8100', 'A%1', null]
    const searches = [
      '',
      '  ',
      'nakato',
      'ÉLISE',
      'ō',
      '%',
      '_',
      '\\',
      'CF91',
      'cf91',
      '256 700',
      '+256',
      'A%',
      'zz',
      'prossy nakato',
      'ta é',
      '0700',
      '0711 222',
      '00256 711',
      '256-700-000',
      '(0700) 000 001',
      'tck-7',
    ]
    const days = [0, 0.4, 0.9, 1.1, 3, 6.99, 7, 7.01, 20, 29, 30, 31, 32, 90]
    let marked = ''
    beforeAll(async () => {
      marked = await converse()
      const draw = draws(3)
      const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
      for (let index = 0; index < 120; index += 1) {
        const createdAt = new Date(at.clock.now().getTime() - Math.round(pick(days) * 86_400_000))
        await add(pick(kinds), {
          conversationId: marked,
          status: pick(applicationStatuses),
          createdAt,
          name: pick(names),
          phone: pick(['+256700000001', '+256711222333', null]),
          idNumber: pick(idNumbers),
        })
      }
    })
    const whole = async (kind: ApplicationKind, query: Readonly<Record<string, string>> = {}) =>
      (await list(kind, { limit: '500', ...query })).reply

    test.each(kinds)('[GEN-07] %s: filter, order, total and counts', async kind => {
      const all = (await whole(kind)).map(readApplicationRow)
      expect(all.length).toBeGreaterThan(40)
      const [first, last] = [all[0]?.id ?? '', all.at(-1)?.id ?? '']
      const numbers = [`${kind}-${first}`, `${kind.toUpperCase()} ${last}`, `lib-${first}`, `ipp${last}`]
      expect(all).toEqual(all.toSorted(applicationOrder()))
      const draw = draws(kind === 'ipp' ? 5 : 6)
      const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
      for (let round = 0; round < 80; round += 1) {
        const filter: ApplicationFilter = {
          range: pick([undefined, ...applicationRanges]),
          search: pick([...searches, ...numbers]),
          status: pick([undefined, undefined, ...applicationStatuses]),
        }
        const { range, search, status } = filter
        const moment = { now: at.clock.now(), timeZone: pick(['Africa/Kampala', 'America/New_York']) }
        const query = {
          time_zone: moment.timeZone,
          ...(range && { range }),
          ...(search !== '' && { search: search ?? '' }),
          ...(status && { status }),
          limit: '500',
        }
        const { reply, headers } = await list(kind, query)
        const wanted = all.filter(row => matchesApplicationFilter(row, filter, moment))
        expect({ query, ids: reply.map(row => row.id) }).toEqual({ query, ids: wanted.map(row => row.id) })
        expect(Number(headers['parley-total'])).toBe(wanted.length)
        const counts = JSON.parse(String(headers['parley-counts'])) as Record<string, number>
        const narrowed = all.filter(row => matchesApplicationFilter(row, { range, search }, moment))
        for (const one of applicationStatuses) {
          expect(counts[one] ?? 0).toBe(narrowed.filter(row => row.status === one).length)
        }
      }
    })

    test.each(kinds)('[Q-436] %s: oldest first is the list turned round, page by page', async kind => {
      const newest = (await whole(kind)).map(({ id }) => id)
      const paged: string[] = []
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const { reply } = await list(kind, {
          order: 'oldest',
          limit: '17',
          ...(after !== undefined && { after }),
        })
        paged.push(...reply.map(({ id }) => id))
        if (reply.length < 17) break
      }
      expect(paged).toEqual(newest.toReversed())
    })

    test.each(kinds)(
      '[Q-140] %s: the number on the screen finds its application and no other',
      async kind => {
        const rows = await whole(kind)
        const other = kind === 'ipp' ? 'LIB' : 'IPP'
        for (const { id } of [rows[0], rows.at(-1)].filter(row => row !== undefined)) {
          const found = async (search: string) => (await list(kind, { search })).reply.map(row => row.id)
          expect(await found(`${kind.toUpperCase()}-${id}`)).toEqual([id])
          expect(await found(`${kind} ${id}`)).toEqual([id])
          expect(await found(`${other}-${id}`)).toEqual([])
        }
      },
    )

    test('cached counts are not used for a filter or the other kind, and follow every change', async () => {
      const total = async (kind: ApplicationKind, query: Readonly<Record<string, string>> = {}) =>
        Number((await list(kind, query)).headers['parley-total'])
      const [ipp, lib] = [await total('ipp'), await total('lib')]
      expect(await total('ipp', { range: 'WEEK' })).toBeLessThan(ipp)
      expect(await total('ipp', { search: 'okello' })).toBeLessThan(ipp)
      expect(await total('ipp', { conversation_id: conversationId })).toBe(0)
      expect([await total('ipp'), await total('lib')]).toEqual([ipp, lib])
      await add('ipp')
      expect([await total('ipp'), await total('lib')]).toEqual([ipp + 1, lib])
    })

    test('pages have every row once, even if a row moves meanwhile', async () => {
      const all = (await whole('ipp')).map(row => row.id)
      const paged: string[] = []
      for (;;) {
        const after = paged.at(-1)
        const { reply } = await list('ipp', { limit: '7', ...(after !== undefined && { after }) })
        paged.push(...reply.map(row => row.id))
        if (reply.length < 7) break
        // A newer one comes above, and skips nothing below.
        if (paged.length === 14) await add('ipp')
      }
      expect(paged).toEqual(all)
    })

    test('the next page continues after a row that has left the filter', async () => {
      const [first, second] = await whole('ipp', { status: 'SUBMITTED' })
      await at.ann.get('setIppApplicationStatus', {
        params: { id: first?.id ?? '' },
        body: { status: 'APPROVED', tell_customer: false, despite: seenOpen },
      })
      const { reply } = await list('ipp', { status: 'SUBMITTED', limit: '1', after: first?.id ?? '' })
      expect(reply.map(row => row.id)).toEqual([second?.id])
    })
  })
})
