import { capabilityCalls } from '@parley/core/access/capabilities'
import { permissionsOf } from '@parley/core/access/rules'
import { areas } from '@parley/core/areas'
import { askerOf } from '../http/caller.ts'
import { type Http, mount } from '../http/mount.ts'

/**
 * @param timeZone the workspace's IANA time zone
 * @param sealingKeyOf the key of an agent, by id
 * @param assist whether assist is configured
 */
export function capabilityRoutes(
  http: Http,
  timeZone: string,
  sealingKeyOf: (agentId: number) => string,
  assist: boolean,
): void {
  const served = areas.filter(area => !http.sampleAreas.includes(area))
  mount(http, capabilityCalls, {
    capabilities: async ({ caller }) => ({
      areas: served,
      time_zone: timeZone,
      role: caller.role,
      may: [...permissionsOf(askerOf(caller))],
      sealing_key: sealingKeyOf(caller.agentId),
      assist,
      replies_take: caller.settings.replies_take,
      wait_marks: caller.settings.wait_marks,
    }),
  })
}
