import ipaddr from 'ipaddr.js'

/**
 * The part of an address that counts as one client: of IPv6 the first 64 bits, since the owner of one address has all of
 * those, and of IPv4 the whole, also where it comes written as IPv6.
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
