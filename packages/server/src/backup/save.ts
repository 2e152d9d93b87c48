import fs from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

export class AlreadyThere extends Error {
  constructor(place: string) {
    super(`${place} exists already: name a new file, or remove this one`)
    this.name = 'AlreadyThere'
  }
}

/** @throws AlreadyThere */
export function refuseExisting(place: string): void {
  if (fs.existsSync(place)) throw new AlreadyThere(place)
}

/** Writes a file that only its owner can read. Under its name it is complete or absent, even after a power cut. */
export async function saveFile(place: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const unborn = `${place}.${process.pid}.part`
  const file = await open(unborn, 'wx', 0o600)
  try {
    for await (const chunk of bytes) await file.write(chunk)
    await file.sync()
    await file.close()
    await rename(unborn, place)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unborn, { force: true })
    throw error
  }
  const dir = await open(path.dirname(place))
  try {
    await dir.sync()
  } finally {
    await dir.close()
  }
}
