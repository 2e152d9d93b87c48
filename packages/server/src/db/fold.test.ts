import { fold } from '@parley/core/text/fold'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

/**
 * Letters whose lower-case forms or decompositions are newer than Unicode 14, the version of PostgreSQL 15. They are Latin
 * additions, Garay, Vithkuqi's neighbours and other rare ones.
 */
const isNew = (point: number): boolean =>
  (point >= 0x1c89 && point <= 0x1c8a) ||
  (point >= 0xa7cb && point <= 0xa7f4) ||
  (point >= 0x10570 && point <= 0x105ff) ||
  (point >= 0x10d40 && point <= 0x10d8f) ||
  (point >= 0x11380 && point <= 0x113ff) ||
  (point >= 0x16100 && point <= 0x16eff) ||
  (point >= 0x1ccd6 && point <= 0x1ccf9) ||
  (point >= 0x1e030 && point <= 0x1e06d)

describe('[Q-320] the fold of the database', () => {
  let at: TestServer
  beforeAll(async () => {
    at = await startTestServer()
  })
  afterAll(() => at.close())

  test('is that of core for every character', async () => {
    const points = Array.from({ length: 0x1f000 }, (_, point) => point).filter(
      point => point > 0 && (point < 0xd800 || point > 0xdfff) && !isNew(point),
    )
    const texts = points.map(point => `a${String.fromCodePoint(point)}B`)
    const folded = await foldedBy(at, texts)
    const others = points.filter((_, place) => folded[place] !== fold(texts[place] ?? ''))
    expect(others.map(point => point.toString(16))).toEqual([])
  })

  test.each([
    [' Ng’ombe \u00a0 José\n'],
    ['Jose\u0301  \t `x` ´y´'],
    ['+256\u2011700 \u202a000 002\u202c'],
    ['Straße – «Œuvre» ΣΊΣΥΦΟΣ 🙏🏿 👩‍👩‍👧'],
    ['\u200b\u3164'],
    [''],
  ])('is that of core for %j', async text => {
    expect(await foldedBy(at, [text])).toEqual([fold(text)])
  })
})

const foldedBy = async ({ database }: TestServer, texts: readonly string[]): Promise<readonly string[]> =>
  (
    await sql<{ folded: string }>`
      select fold(t) as folded from unnest(${[...texts]}::text[]) with ordinality u (t, place) order by place`.execute(
      database.longRunningDb,
    )
  ).rows.map(({ folded }) => folded)
