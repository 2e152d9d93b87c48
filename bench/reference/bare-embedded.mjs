import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// Inserts the text it is told at start, as often as it is asked to, each with a commit that reaches the disk, and answers
// how many a second.

/** The stock file system has no fsync: without one the reference would promise less than what is measured. */
class DurableNodeFS extends NodeFS {
  /** @param {Parameters<NodeFS['init']>} args */
  async init(...args) {
    const initialised = await super.init(...args)
    initialised.emscriptenOpts.preRun?.unshift(module => {
      const operations = /** @type {{ NODEFS: { stream_ops: Record<string, unknown> } }} */ (
        /** @type {unknown} */ (module)
      ).NODEFS.stream_ops
      operations['fsync'] = (/** @type {{ nfd?: number }} */ stream) => {
        try {
          if (stream.nfd !== undefined) fs.fdatasyncSync(stream.nfd)
        } catch (error) {
          const { code } = /** @type {NodeJS.ErrnoException} */ (error)
          if (code !== 'EINVAL' && code !== 'EBADF') throw error
        }
        return 0
      }
    })
    return initialised
  }
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'))
process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))

const text = await new Promise(resolve => {
  process.once('message', resolve)
})
const db = await PGlite.create({
  fs: new DurableNodeFS(path.join(directory, 'pg')),
  startParams: [...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'), '-c', 'fsync=on'],
})
await db.exec('create table bench_reference (id bigserial primary key, body text not null)')

/** @param {number} count */
async function insertsPerSecond(count) {
  const started = performance.now()
  for (let n = 0; n < count; n += 1) {
    await db.query('insert into bench_reference (body) values ($1)', [text])
  }
  return count / ((performance.now() - started) / 1000)
}
process.on('message', count => {
  insertsPerSecond(Number(count)).then(
    rate => process.send?.(rate),
    error => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.(0)
