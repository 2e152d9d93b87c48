import type { Area } from '@parley/core/api/areas'
import { capabilityCalls } from '@parley/core/api/capabilities'
import { type Http, mount } from '../http/mount.ts'

/** What this server stores and shares. */
const served: readonly Area[] = ['issues', 'conversation-status', 'dashboard']

/** @param timeZone IANA, the workspace's */
export function capabilityRoutes(http: Http, timeZone: string): void {
  const areas = served.filter(area => !http.sampleAreas.includes(area))
  mount(http, capabilityCalls)({ capabilities: async () => ({ areas, time_zone: timeZone }) })
}
