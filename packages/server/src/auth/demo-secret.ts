import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Where a demo keeps the secret that it made for itself. */
export const demoSecretFile = (dataDir: string): string => path.join(dataDir, 'demo-secret')

/** The secret of the demo whose data directory this is; null where it is none of a demo. */
export async function keptDemoSecret(dataDir: string): Promise<string | null> {
  try {
    return await readFile(demoSecretFile(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
