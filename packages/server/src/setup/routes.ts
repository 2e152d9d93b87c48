import { setupCalls } from '@parley/core/setup/api'
import { type Http, mount } from '../http/mount.ts'
import type { NumberConfig } from '../config/channels.ts'
import type { Reader } from '../db/write.ts'
import { setupOf } from './queries.ts'

interface Workspace {
  /** A demo offers no first steps. */
  readonly isDemo: boolean
  readonly numbers: readonly Pick<NumberConfig, 'phoneNumberId' | 'name'>[]
}

export function setupRoutes(http: Http, reader: Reader, { isDemo, numbers }: Workspace): void {
  mount(http, setupCalls, {
    setup: async ({ caller }) => {
      const { get_started: chosen } = caller.settings
      const skipped = chosen === 'skipped'
      const found = await setupOf(reader, numbers)
      const isDone = Object.values(found.done).every(Boolean)
      return { offered: !isDemo && !skipped && !isDone, skipped, ...found }
    },
  })
}
