import { expect, test } from 'vitest'
import { nodeOutOfSupport } from './node-support.ts'

test('Node.js 20 is out of support, and the version of production is not', () => {
  expect(nodeOutOfSupport('20.19.0')).toMatch(/^Node\.js 20 is out of support/)
  expect(nodeOutOfSupport('24.21.0')).toBeNull()
})
