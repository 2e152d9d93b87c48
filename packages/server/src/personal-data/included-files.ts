import { pathPart } from '../attachments/file-name.ts'
import type { FileStore } from '../attachments/store.ts'
import type { StoredFile } from '../descriptor.ts'

/** A stored file that goes along, and its place in the export. */
interface Included {
  readonly key: string
  readonly path: string
}

/** A file as the export has it: `path` is its place beside the page, null where the file is not here. */
export type Placed<F extends StoredFile = StoredFile> = Omit<F, 'storage_key'> & {
  readonly path: string | null
}

/** Gives each file that is there its place in the export, the same wherever it is named again. */
export class IncludedFiles {
  readonly #store: FileStore
  readonly #byId = new Map<string, Included>()

  constructor(store: FileStore) {
    this.#store = store
  }

  get all(): readonly Included[] {
    return [...this.#byId.values()]
  }

  async place<F extends StoredFile>({ storage_key: key, ...file }: F): Promise<Placed<F>> {
    const known = this.#byId.get(file.id)
    if (known !== undefined) return { ...file, path: known.path }
    if (key === null || !(await this.#store.has(key))) return { ...file, path: null }
    const path = `files/${pathPart(`${file.id}-`, file.name)}`
    this.#byId.set(file.id, { key, path })
    return { ...file, path }
  }
}
