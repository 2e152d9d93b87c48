import { defaultSettings } from '@parley/core/settings/api'
import type { Caller } from '../src/http/caller.ts'

/** A caller for tests that mount one resource alone. Default: an agent of a workspace without restrictions. */
export const callerOf = (agentId: number, more: Partial<Caller> = {}): Caller => ({
  agentId,
  agentName: 'Ann',
  sessionId: 1,
  role: 'AGENT',
  hasSecondFactor: false,
  settings: defaultSettings,
  address: '127.0.0.1',
  ...more,
})
