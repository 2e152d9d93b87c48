import { type Node, numberOf, textOf, writtenOf } from '../node.ts'
import type { Content } from './details.ts'
import { joined, lines } from './lines.ts'

/** A place on the map; null where nothing of it can be read. */
export function readLocation(node: Node | null): Content | null {
  if (node === null) return null
  const latitude = degrees(node['latitude'], 90)
  const longitude = degrees(node['longitude'], 180)
  const isPoint = latitude !== null && longitude !== null
  const coordinates = isPoint ? null : joined([writtenOf(node['latitude']), writtenOf(node['longitude'])])
  const [name, address, url] = [textOf(node['name']), textOf(node['address']), textOf(node['url'])]
  const point = isPoint ? `${latitude}, ${longitude}` : coordinates
  const said = lines([name, address, point ?? url])
  if (said === null) return null
  return {
    text: `Location: ${said}`,
    details: {
      location: {
        latitude: isPoint ? latitude : null,
        longitude: isPoint ? longitude : null,
        coordinates,
        name,
        address,
        url,
      },
    },
  }
}

function degrees(value: unknown, most: number): number | null {
  const number = numberOf(value)
  return number === null || Math.abs(number) > most ? null : number
}
