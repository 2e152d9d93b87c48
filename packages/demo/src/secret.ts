import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { demoSecretFile } from '@parley/server/auth/demo-secret'

/** The secret that a demo made for itself and keeps in its folder, so that a restart does not sign everybody out. */
export async function demoSecret(dataDir: string): Promise<string> {
  const file = demoSecretFile(dataDir)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return await readFile(file, 'utf8')
}
