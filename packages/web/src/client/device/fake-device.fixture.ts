import type { Device } from './device-store.ts'

/** A browser's database: copies what it takes, as a real one does, and shows all that it holds. */
export function fakeDevice(held: Readonly<Record<string, unknown>> = {}) {
  const values = new Map(Object.entries(held))
  const device: Device = {
    get: async place => values.get(place),
    set: async (place, value) => void values.set(place, structuredClone(value)),
    del: async place => void values.delete(place),
    entries: async () => [...values],
  }
  return { device, values }
}
