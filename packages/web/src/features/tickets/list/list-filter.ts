import type { TicketFilter } from '@parley/core/tickets/rules'
import { ticketListStatuses, ticketPriorities } from '@parley/core/tickets/constants'

/** The parts of the address that say what is asked for; `agent` is me, any, none or an agent's id. */
export type ListParam = 'status' | 'priority' | 'agent' | 'search'

/** What is asked for where the address says nothing: what is left to do, and mine. */
export const usual = { status: 'open', agent: 'me' } as const

/** The filter that an address asks for; what is not understood is as if it were not there. */
export function filterFrom(params: URLSearchParams, viewerId: string): TicketFilter {
  const wanted = (params.get('status') ?? usual.status).toUpperCase()
  const status = wanted === 'ANY' ? undefined : (ticketListStatuses.find(one => one === wanted) ?? 'OPEN')
  const priority = ticketPriorities.find(one => one === params.get('priority')?.toUpperCase())
  const agent = params.get('agent') ?? usual.agent
  const search = params.get('search')?.trim()
  return {
    ...(status && { status }),
    ...(priority && { priority }),
    ...(agent !== 'any' && { assigneeId: agent === usual.agent ? viewerId : agent }),
    ...(search && { search }),
  }
}

/** The address's parameters with one of them changed; what is usual stands in none. */
export function withParam(params: URLSearchParams, name: ListParam, value: string): URLSearchParams {
  const changed = new URLSearchParams(params)
  const isUsual = value === '' || value === (name === 'status' || name === 'agent' ? usual[name] : 'any')
  if (isUsual) changed.delete(name)
  else changed.set(name, value)
  return changed
}
