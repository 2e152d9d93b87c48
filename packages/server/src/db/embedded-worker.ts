import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type AskedStatement, EmbeddedSession, type Rows } from './embedded-session.ts'

/** Where the worker's database is: in a directory, or in memory, from an image or empty. */
export interface EmbeddedPlace {
  readonly dir: string | null
  /** A tar file. */
  readonly image: string | null
}

/** Asked of the worker: run these one after the other. */
export interface Ask {
  readonly id: number
  readonly statements: readonly AskedStatement[]
}

/** Its answer. An error travels as plain fields, since error objects lose theirs between threads. */
export type Answer =
  | { readonly id: number; readonly results: readonly Rows[] }
  | { readonly id: number; readonly error: Readonly<Record<string, string>> }

/**
 * The stock file system has no fsync, so a commit would not survive a power cut. EINVAL and EBADF come from streams that
 * are no files.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const initialised = await super.init(...args)
    const hooks = initialised.emscriptenOpts.preRun
    const install = (module: { NODEFS?: { stream_ops: Record<string, unknown> } }) => {
      if (module.NODEFS === undefined)
        throw new Error('The embedded database has no node file system to sync')
      module.NODEFS.stream_ops['fsync'] = (stream: { nfd?: number }) => {
        try {
          if (stream.nfd !== undefined) fs.fdatasyncSync(stream.nfd)
        } catch (error) {
          const code = (error as NodeJS.ErrnoException).code
          if (code !== 'EINVAL' && code !== 'EBADF') throw error
        }
        return 0
      }
    }
    if (Array.isArray(hooks)) hooks.unshift(install)
    return initialised
  }
}

/** A file's bytes as they were read: a Blob copies them, once to have them and once to give them. */
class ReadFile extends Blob {
  readonly #bytes: Buffer<ArrayBuffer>

  constructor(file: string) {
    super([])
    this.#bytes = fs.readFileSync(file)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer
  }
}

const { dir, image } = workerData as EmbeddedPlace
const int8 = 20
const db = await PGlite.create({
  ...(dir !== null && { fs: new DurableNodeFS(dir) }),
  ...(image !== null && { loadDataDir: new ReadFile(image) }),
  startParams: [...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'), '-c', 'fsync=on'],
  parsers: { [int8]: Number },
  extensions: { pg_trgm },
})

const plain = (error: unknown): Readonly<Record<string, string>> => {
  const fields = error as Readonly<Record<string, unknown>>
  const names = ['message', 'code', 'constraint', 'table', 'column', 'detail'] as const
  return Object.fromEntries(
    names.flatMap(name => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
  )
}

const port = parentPort
if (port === null) throw new Error('The embedded database runs in a worker thread')
const session = new EmbeddedSession(db)
// A rollback that is asked for while a flight runs must not come between its statements.
let tail: Promise<unknown> = Promise.resolve()
port.on('message', ({ id, statements }: Ask) => {
  const results = tail.then(() => session.run(statements))
  tail = results.catch(() => undefined)
  results.then(
    results => port.postMessage({ id, results } satisfies Answer),
    (error: unknown) => port.postMessage({ id, error: plain(error) } satisfies Answer),
  )
})
port.postMessage({ ready: true })
