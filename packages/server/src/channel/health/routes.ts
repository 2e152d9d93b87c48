import { channelHealthCalls } from '@parley/core/api/channel-health'
import { type Http, mount } from '../../http/mount.ts'
import type { Health } from './health.ts'

export function channelHealthRoutes(http: Http, health: Pick<Health, 'read'>): void {
  mount(http, channelHealthCalls)({ channelHealth: () => health.read() })
}
