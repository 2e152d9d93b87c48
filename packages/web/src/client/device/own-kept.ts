import { openDevice, sealedDevice } from './device-store.ts'
import { StorageQueue } from './kept-values.ts'
import {
  takeClearValues,
  type DraftStorage,
  memoryStorage,
  encryptedStorage,
  importSealingKey,
} from './sealed-storage.ts'
import { ownSession } from '../session-store.ts'
import { createStore } from '../../store.ts'

/**
 * How well this page keeps what is begun and not sent. unencrypted: only until it closes, since browsers seal nothing on
 * plain http. keyless: the same, since the server gives no key.
 */
export type Keeping = 'kept' | 'unencrypted' | 'keyless'

/** What the agent has to know of what this page keeps. */
export const keeping = createStore<{
  readonly how: Keeping
  /** Some of what was kept did not open, and was removed. */
  readonly isSomeLost: boolean
}>({ how: 'kept', isSomeLost: false })

/** What the agent of this page has begun and not sent. */
export const agentStorage = new StorageQueue()

const onUnreadable = () => keeping.set({ ...keeping.get(), isSomeLost: true })

/** The agent has seen that some of it is lost. */
export const lossSeen = (): void => keeping.set({ ...keeping.get(), isSomeLost: false })

/** Of one agent, as long as the page lives: signed out and in again, they find what they left. */
const pageKeeper = memoryStorage()

/** Opens what is kept. @param key the agent's, base64url; null where the server gives none */
export async function openOwnKept(key: string | null): Promise<void> {
  const agentId = ownSession()?.user.id
  if (agentId === undefined) return
  await agentStorage.open(async () => {
    const keeper = await keeperFor(agentId, key)
    try {
      await takeClearValues(openDevice, agentId, keeper)
    } catch (cause) {
      console.warn('What an earlier version kept could not be sealed', cause)
    }
    return keeper
  })
}

async function keeperFor(agentId: string, key: string | null): Promise<DraftStorage> {
  // The types know secure contexts only.
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto }
  const how: Keeping = subtle === undefined ? 'unencrypted' : key === null ? 'keyless' : 'kept'
  keeping.set({ ...keeping.get(), how })
  if (subtle === undefined || key === null) return pageKeeper
  const sealing = await importSealingKey(crypto, key)
  return encryptedStorage(sealedDevice, crypto, sealing, agentId, onUnreadable)
}

/** Resolves once the server has the newest draft, or has taken too long; absent while no draft is open. */
export const flushDrafts: { written?: () => Promise<unknown> } = {}
