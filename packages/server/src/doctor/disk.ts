import fs from 'node:fs'
import { isOpenToOthers } from '../config/private-directory.ts'
import { bad, type Finding, ok, warn } from './finding.ts'

const gigabyte = 1e9

/** The access rights of DATA_DIR, and the free space on its disk. */
export function lookAtDisk(dataDir: string): readonly Finding[] {
  if (!fs.existsSync(dataDir))
    return [warn('data', `${dataDir} does not exist yet: the first start creates it`)]
  return [rightsOf(dataDir), roomOf(dataDir)]
}

function rightsOf(dataDir: string): Finding {
  const { mode, uid } = fs.statSync(dataDir)
  if (isOpenToOthers(mode)) {
    return bad(
      'data',
      `${dataDir} is open to other users of this machine (mode ${(mode & 0o777).toString(8)}): run chmod 700 on it`,
    )
  }
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch {
    return bad(
      'data',
      `${dataDir} belongs to user ${uid}, and this user cannot write it: chown it to the user that runs Parley`,
    )
  }
  return ok('data', `${dataDir} is open to this user only`)
}

function roomOf(dataDir: string): Finding {
  const { bavail, blocks, bsize } = fs.statfsSync(dataDir)
  return judgeRoom(bavail * bsize, blocks * bsize)
}

/** In bytes. A day of files may not fit into a gigabyte; five, or a tenth of the disk, is time to act. */
export function judgeRoom(free: number, size: number): Finding {
  const said = `${(free / gigabyte).toFixed(1)} GB of ${(size / gigabyte).toFixed(1)} GB are free`
  if (free < gigabyte) return bad('disk', `${said}: make room now, before files and messages are refused`)
  if (free < 5 * gigabyte || free < size / 10) return warn('disk', `${said}: make room soon`)
  return ok('disk', said)
}
