import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { countedAddress } from './counted-address.ts'

export interface ConnectionLimits {
  /** Connections of all clients together; more are not accepted. */
  readonly all: number
  /** Connections of one address that is no trusted proxy: an office of 200 agents behind one address fits. */
  readonly byAddress: number
  /** With more connections than this, idle ones are closed. */
  readonly crowded: number
}

export const connectionLimits: ConnectionLimits = { all: 4_096, byAddress: 1_024, crowded: 3_072 }

/** Milliseconds between two rounds that close idle connections. */
const betweenRounds = 100

/**
 * Limits the connections of each address and of all, sockets included.
 * @param proxies addresses and ranges that speak for many clients, and limit these themselves
 */
export function limitConnections(server: Server, proxies: readonly string[], limits: ConnectionLimits): void {
  const isProxy = listed(proxies)
  const open = new Map<string, number>()
  let total = 0
  let rests = false
  server.maxConnections = limits.all
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // Closed before it was looked at.
    if (remoteAddress === undefined) return
    const address = countedAddress(remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    if (count > limits.byAddress && !isProxy(remoteAddress)) {
      socket.destroy()
      return
    }
    open.set(address, count)
    total += 1
    socket.once('close', () => {
      total -= 1
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (total <= limits.crowded || rests) return
    rests = true
    setTimeout(() => {
      rests = false
    }, betweenRounds).unref()
    server.closeIdleConnections()
  })
}

/** Whether an address is one of these, or in one of these ranges. */
function listed(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const isRange = ipaddr.isValidCIDR(range)
    const [address, bits] = isRange ? ipaddr.parseCIDR(range) : [ipaddr.parse(range), null]
    if (bits === null) list.addAddress(address.toString(), address.kind())
    else list.addSubnet(address.toString(), bits, address.kind())
  }
  return address => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
