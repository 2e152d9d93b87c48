import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const text = /\.(m?js|css|html|svg|json|webmanifest|txt)$/
const smallest = 1024

/**
 * Writes `file.br` and `file.gz` beside every text file of at least 1 KiB in a directory, for a server that sends
 * them as they are. A copy that is not smaller is not written.
 * @param {string} directory
 */
export async function precompress(directory) {
  const names = await fs.readdir(directory, { recursive: true })
  await Promise.all(names.filter(name => text.test(name)).map(name => compress(path.join(directory, name))))
}

/** @param {string} file */
async function compress(file) {
  const content = await fs.readFile(file)
  if (content.length < smallest) return
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const copies = { br: await brotli(content, { params }), gz: await gzip(content, { level: 9 }) }
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < content.length) await fs.writeFile(`${file}.${ending}`, copy)
  }
}
