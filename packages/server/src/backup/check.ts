import fs from 'node:fs'
import type * as z from 'zod'
import { contentOf, format, Head, names, Sum, Tail } from './contents.ts'
import { filesOfTar, NotAnArchive, type TarFile } from './tar.ts'

/** The reason why a backup cannot be restored. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** The files of a backup, in their order. @throws NotAnArchive, or the file system's error */
export const filesIn = (place: string): AsyncGenerator<TarFile> =>
  filesOfTar(fs.createReadStream(place, { highWaterMark: 1024 * 1024 }))

/** Reads a whole backup and returns its head and tail. @throws BackupRefused if it is not whole */
export async function checkBackup(place: string): Promise<{ head: Head; tail: Tail }> {
  try {
    return await readWhole(place)
  } catch (error) {
    if (error instanceof NotAnArchive) throw damaged(place, error.message)
    throw error
  }
}

async function readWhole(place: string): Promise<{ head: Head; tail: Tail }> {
  const sum = new Sum()
  let head: Head | null = null
  let tail: Tail | null = null
  let isWhole = false
  for await (const file of filesIn(place)) {
    if (isWhole) throw new NotAnArchive('data follows its end')
    if (head === null) {
      if (file.name !== names.head) throw new BackupRefused(`${place} is not a backup of Parley`)
      head = read(await contentOf(sum.counting(file)), Head)
      if (head.format !== format) {
        throw new BackupRefused(
          `${place} was made by a newer Parley: restore it with that version or a newer one`,
        )
      }
    } else if (file.name === names.tail) {
      tail = read(await contentOf(sum.counting(file)), Tail)
    } else if (file.name === names.sum) {
      isWhole = (await contentOf(file)).toString('latin1') === sum.hex()
      if (!isWhole) throw new NotAnArchive('its checksum is wrong')
    } else {
      for await (const _ of sum.counting(file).bytes);
    }
  }
  if (head === null || tail === null || !isWhole) throw new NotAnArchive('it ends too early')
  return { head, tail }
}

const damaged = (place: string, how: string) =>
  new BackupRefused(`${place} is damaged: ${how}. Nothing was restored from it`)

function read<S extends z.ZodType>(content: Buffer, shape: S): z.output<S> {
  try {
    return shape.parse(JSON.parse(content.toString('utf8')))
  } catch (cause) {
    throw new NotAnArchive('its description cannot be read', { cause })
  }
}
