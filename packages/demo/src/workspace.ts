import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { FileStore } from '@parley/server/attachments/store'
import { demoSecretFile } from '@parley/server/auth/secrets'
import { gatherStatistics } from '@parley/server/db/statistics'
import type { Writer } from '@parley/server/db/write'
import { hasAgents } from './insert.ts'

/** The settings of a server in demo mode. */
interface DemoSettings {
  readonly dataDir: string
  /** The number of conversations. */
  readonly conversations: number
  readonly phoneNumberId: string
  /** Called once after an empty database was filled. */
  readonly onMade: () => void
}

/** A signing secret that survives a restart, and the function that fills the database before the server listens. */
interface DemoWorkspace {
  readonly authSecret: string
  readonly seed: (writer: Writer, store: FileStore, at: (step: string) => void) => Promise<void>
}

/** The server's only entry to this package, loaded in demo mode. */
export async function demoWorkspace(settings: DemoSettings): Promise<DemoWorkspace> {
  const { dataDir, conversations, phoneNumberId, onMade } = settings
  return {
    authSecret: await demoSecret(dataDir),
    seed: async (writer, store, at) => {
      if (await hasAgents(writer.db)) return
      // A start on an existing workspace does not load the rest of this package.
      const { seedDemo } = await import('./seed.ts')
      if (!(await seedDemo(writer, store, { seed: 1, conversations, phoneNumberId, at }))) return
      await gatherStatistics(writer.db)
      onMade()
    },
  }
}

/** The demo's own secret, stored in its directory, so that sessions survive a restart. */
async function demoSecret(dataDir: string): Promise<string> {
  const file = demoSecretFile(dataDir)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return await readFile(file, 'utf8')
}
