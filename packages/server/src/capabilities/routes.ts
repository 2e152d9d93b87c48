import type { Area } from '@parley/core/api/areas'
import { capabilityCalls } from '@parley/core/api/capabilities'
import { type Http, mount } from '../http/mount.ts'

/** What this server stores and shares. */
const served: readonly Area[] = ['conversation-status']

/** @param sampleAreas areas left to the console's samples by configuration */
export function capabilityRoutes(http: Http, sampleAreas: readonly Area[]): void {
  const areas = served.filter(area => !sampleAreas.includes(area))
  mount(http, capabilityCalls)({ capabilities: async () => ({ areas }) })
}
