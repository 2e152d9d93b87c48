import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { atTheServer, record } from '../audit/record.ts'
import { write } from '../db/write.ts'

let at: TestServer
beforeAll(async () => {
  at = await startTestServer()
})
afterAll(() => at.close())

const counts = { bytes: 2_048, rows: 12, files: 3, missing: 1, damaged: 0 }
const put = (action: 'backup.begun' | 'backup.finished', after: object) =>
  write(at.server.writer, context => record(context, atTheServer, action, null, { after: { ...after } }))

test('[Q-398] the newest ten backups are listed, each with how it ended', async () => {
  const listed = async () => (await at.ann.get('backups')).reply
  expect(await listed()).toEqual([])
  await put('backup.begun', { file: 'a.tar' })
  expect(await listed()).toMatchObject([{ file: 'a.tar', finished: null }])
  await put('backup.finished', { file: 'a.tar', ...counts })
  await put('backup.begun', { file: 'b.tar' })
  expect(await listed()).toMatchObject([
    { file: 'b.tar', finished: null },
    { file: 'a.tar', finished: { ...counts, at: expect.any(String) } },
  ])
  for (let n = 0; n < 12; n += 1) {
    await put('backup.begun', { file: `${n}.tar` })
    await put('backup.finished', { file: `${n}.tar`, ...counts })
  }
  const ten = await listed()
  expect(ten).toHaveLength(10)
  expect(ten[0]).toMatchObject({ file: '11.tar', finished: counts })
  expect(ten.every(({ finished }) => finished !== null)).toBe(true)
})
