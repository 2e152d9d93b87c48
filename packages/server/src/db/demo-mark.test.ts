import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase } from '../../test/database.ts'
import { systemRandom } from '../auth/tokens.ts'
import { readConfig } from '../config/config.ts'
import { openUnderstanding } from '../intent/understanding.ts'
import { createServer } from '../server.ts'
import { MadeByDemo, markAsDemo } from './marks.ts'
import { write } from './write.ts'

test('production does not start on a database that a demo filled', async () => {
  const clock = new TestClock()
  const database = await openTestDatabase()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-demo-mark-'))
  await write({ db: database.db, now: clock.now, notify: () => undefined }, ({ tx, now }) =>
    markAsDemo(tx, now),
  )
  const refused = createServer({
    config: { ...readConfig({ PARLEY_MODE: 'demo', DATA_DIR: dataDir }), mode: 'production' },
    authSecret: 'a secret for tests alone',
    database,
    now: clock.now,
    random: systemRandom,
    understanding: openUnderstanding(),
    log: pino({ level: 'silent' }),
  })
  await expect(refused).rejects.toThrow(MadeByDemo)
  await database.close()
  fs.rmSync(dataDir, { recursive: true })
})
