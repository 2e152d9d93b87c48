import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import ipaddr from 'ipaddr.js'

export interface ConnectionLimits {
  /** Connections of all clients together. Further ones are not accepted. */
  readonly all: number
  /** Connections of one address that is no trusted proxy. It is enough for an office of 200 agents behind one address. */
  readonly byAddress: number
  /** Above this number, idle connections of the address with the most of them are closed. */
  readonly crowded: number
}

export const connectionLimits: ConnectionLimits = { all: 4_096, byAddress: 1_024, crowded: 3_072 }

interface Client {
  count: number
  /** Connections that got a reply and wait for the next request. */
  readonly idle: Set<Socket>
}

/**
 * Limits the connections of each address and of all, sockets included.
 * @param proxies addresses and ranges that speak for many clients, and limit these themselves
 */
export function limitConnections(server: Server, proxies: readonly string[], limits: ConnectionLimits): void {
  const isProxy = listed(proxies)
  const clients = new Map<string, Client>()
  let total = 0
  const clientOf = ({ remoteAddress = '' }: Socket) => clients.get(countedAddress(remoteAddress))
  const closeIdle = () => {
    let most: ReadonlySet<Socket> = new Set()
    for (const { idle } of clients.values()) if (idle.size > most.size) most = idle
    for (const socket of most) socket.destroy()
  }
  server.maxConnections = limits.all
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // The connection closed before this handler ran.
    if (remoteAddress === undefined) return
    const address = countedAddress(remoteAddress)
    const client = clients.get(address) ?? { count: 0, idle: new Set() }
    if (client.count >= limits.byAddress && !isProxy(remoteAddress)) {
      socket.destroy()
      return
    }
    clients.set(address, client)
    client.count += 1
    total += 1
    socket.once('close', () => {
      total -= 1
      client.count -= 1
      client.idle.delete(socket)
      if (client.count === 0) clients.delete(address)
    })
    if (total > limits.crowded) closeIdle()
  })
  const begins = ({ socket }: IncomingMessage) => clientOf(socket)?.idle.delete(socket)
  server.on('upgrade', begins)
  server.on('request', (request, response) => {
    begins(request)
    const { socket } = request
    response.once('finish', () => clientOf(socket)?.idle.add(socket))
  })
}

/** Returns a function that tells whether an address is in one of these ranges. */
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

/**
 * The part of an address that counts as one client. For IPv6 it is the first 64 bits, since the owner of one address has all of
 * those. For IPv4 it is the whole address, also if it is written as IPv6.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}

/**
 * Closes the connection of a refused upgrade. Node.js reads nothing more from such a connection, and no time limit applies. So
 * the client could keep it open for ever.
 */
export function hangUpOnRefusedUpgrade(reply: FastifyReply): void {
  if (reply.request.raw.headers.upgrade === undefined) return
  const { raw } = reply.header('connection', 'close')
  raw.once('finish', () => raw.socket?.destroySoon())
}
