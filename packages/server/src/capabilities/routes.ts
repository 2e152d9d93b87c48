import { capabilityCalls } from '@parley/core/api/capabilities'
import { areas } from '@parley/core/words/areas'
import { type Http, mount } from '../http/mount.ts'

/** @param timeZone IANA, the workspace's */
export function capabilityRoutes(http: Http, timeZone: string): void {
  const served = areas.filter(area => !http.sampleAreas.includes(area))
  mount(http, capabilityCalls)({ capabilities: async () => ({ areas: served, time_zone: timeZone }) })
}
