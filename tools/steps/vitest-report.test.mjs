import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inRoot } from './root.mjs'
import { unitReport } from './vitest-report.mjs'

const fails = "throw new Error('no')"
const files = {
  'good.test.js': "test('good', () => {})",
  'bad.test.js': `describe('a suite', () => test('bad', () => { ${fails} }))`,
  'hook.test.js': `describe('a suite', () => { afterAll(() => { ${fails} }); test('before', () => {}) })`,
  'broken.test.js': fails,
  'late.test.js': `test('late', async () => { void Promise.reject(new Error('no')); await new Promise(r => setTimeout(r, 50)) })`,
}

test('the report has everything that fails a run', async () => {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-report-'))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(cwd, name), text)
  const reporter = inRoot('tools/steps/vitest-report.mjs')
  const vitest = inRoot('node_modules/vitest/vitest.mjs')
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--globals', `--reporter=${reporter}`], {
    cwd,
  })
  await expect(run).rejects.toMatchObject({ code: 1 })
  const report = JSON.parse(fs.readFileSync(path.join(cwd, unitReport), 'utf8'))
  fs.rmSync(cwd, { recursive: true })
  expect(report.passed).toBe(3)
  expect(report.troubles).toHaveLength(4)
  const no = expect.stringContaining('Error: no')
  expect(report.troubles).toEqual(
    expect.arrayContaining([
      { file: 'bad.test.js', name: 'bad.test.js > a suite > bad', message: no, isTest: true },
      { file: 'hook.test.js', name: 'hook.test.js > a suite, outside its tests', message: no, isTest: false },
      { file: 'broken.test.js', name: 'broken.test.js > outside its tests', message: no, isTest: false },
      { file: 'late.test.js', name: 'late.test.js > late: Unhandled Rejection', message: no, isTest: false },
    ]),
  )
})
