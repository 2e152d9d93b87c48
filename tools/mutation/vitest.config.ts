import fs from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { globalSetup, settings } from '../../vitest.config.ts'

/** The sandbox's root: this file is copied there with all others. */
const root = path.resolve(import.meta.dirname, '../..')

/** The first test that fails ends a mutant. Those that start no server have the first word, and of each kind the small ones. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) => {
      const text = fs.readFileSync(moduleId, 'utf8')
      return text.length * (text.includes('startTestServer') ? 1_000 : 1)
    }
    return files.toSorted((one, other) => cost(one) - cost(other))
  }
}

/** The tests of one part. Imports of our packages stay in the sandbox; node_modules would lead to the code as it is. */
export default defineConfig({
  resolve: {
    alias: [
      { find: '@parley/core', replacement: path.join(root, 'packages/core/src') },
      { find: '@parley/whatsapp', replacement: path.join(root, 'packages/whatsapp/src') },
    ],
  },
  test: {
    ...settings,
    globalSetup,
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    include: process.env['MUTATION_TESTS']?.split(' ') ?? [],
  },
})
