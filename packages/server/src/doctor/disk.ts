import fs from 'node:fs'
import { isOpenToOthers } from '../private-directory.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const gigabyte = 1e9

/** Who may enter DATA_DIR, and how much room there is on its disk. */
export function lookAtDisk(dataDir: string): readonly Finding[] {
  if (!fs.existsSync(dataDir)) return [warn('data', `${dataDir} is not there yet: the first start makes it`)]
  return [rightsOf(dataDir), roomOf(dataDir)]
}

function rightsOf(dataDir: string): Finding {
  const { mode, uid } = fs.statSync(dataDir)
  if (isOpenToOthers(mode)) {
    return bad(
      'data',
      `${dataDir} is open to other users of this machine (mode ${(mode & 0o777).toString(8)}): chmod 700 it`,
    )
  }
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    return bad(
      'data',
      `${dataDir} belongs to user ${uid} and this one may not write it: chown it to who runs Parley`,
    )
  }
  return ok('data', `${dataDir} is this user's alone`)
}

function roomOf(dataDir: string): Finding {
  const { bavail, blocks, bsize } = fs.statfsSync(dataDir)
  return judgeRoom(bavail * bsize, blocks * bsize)
}

/** In bytes. Below a gigabyte a day of files may not fit; below five, or a tenth, somebody should look. */
export function judgeRoom(free: number, size: number): Finding {
  const said = `${(free / gigabyte).toFixed(1)} GB of ${(size / gigabyte).toFixed(1)} GB are free`
  if (free < gigabyte) return bad('disk', `${said}: make room, or new files and messages are soon refused`)
  if (free < 5 * gigabyte || free < size / 10) return warn('disk', `${said}: make room soon`)
  return ok('disk', said)
}
