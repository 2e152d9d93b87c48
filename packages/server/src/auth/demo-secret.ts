import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The file of a demo's own secret. */
export const demoSecretFile = (dataDir: string): string => path.join(dataDir, 'demo-secret')

/** The secret of this demo's data directory; null if it is not a demo's. */
export async function keptDemoSecret(dataDir: string): Promise<string | null> {
  try {
    return await readFile(demoSecretFile(dataDir), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
