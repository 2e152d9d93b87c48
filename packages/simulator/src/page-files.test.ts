import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageFiles } from './page-files.ts'
import { eventually, receiver, simulator } from './simulator.fixture.ts'

const app = fastify()
let folder = ''
let base = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'simulator-page-'))
  const configFile = path.join(import.meta.dirname, '../page/vite.config.ts')
  await build({ configFile, logLevel: 'warn', build: { outDir: folder } })
  pageFiles(app, folder)
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['/', 'WhatsApp simulator'],
  ['/web-chat/', 'Web chat'],
  ['/web-chat', 'Web chat'],
])(
  'the page %s and all its files are served, under a policy that lets nothing else run',
  async (path, title) => {
    const page = await fetch(base + path)
    const html = await page.text()
    expect(html).toContain(`<title>${title}</title>`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    const queue = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
    for (const path of queue) {
      const answer = await fetch(base + path)
      expect(answer.status, path).toBe(200)
      if (!path.endsWith('.js')) continue
      const imports = [...(await answer.text()).matchAll(/(?:from|import)\s*["'](\.\/[\w.-]+\.js)["']/g)].map(
        ([, name = '']) => new URL(name, base + path).pathname,
      )
      queue.push(...imports.filter(name => !queue.includes(name)))
    }
    // The page's own code and style, and those of both pages.
    expect(queue.filter(name => name.endsWith('.js')).length).toBeGreaterThan(1)
    expect(queue.filter(name => name.endsWith('.css')).length).toBeGreaterThan(1)
    expect((await fetch(`${base}/tsconfig.json`)).status).toBe(404)
    expect((await fetch(`${base}/..%2fpackage.json`)).status).toBe(404)
  },
)

test('the page’s events start with a snapshot and go on with every change', async () => {
  const { url } = await receiver()
  const { url: base, post } = await simulator(url)
  await post('/phones/256700000001/messages', { type: 'text', text: 'before' })
  const leave = new AbortController()
  const answer = await fetch(`${base}/events`, { signal: leave.signal })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  let text = ''
  const reading = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })()
  await eventually(() => /event: snapshot\ndata: .*before/.test(text), true)
  await post('/phones/256700000001/messages', { type: 'text', text: 'after\nwards' })
  await post('/faults', { name: 'reset', times: 2 })
  await eventually(() => /event: message\ndata: .*after\\nwards/.test(text), true)
  await eventually(() => text.includes('event: faults\ndata: {"reset":2}'), true)
  await eventually(() => /event: wire\ndata: .*"webhook text"/.test(text), true)
  expect(text.slice(text.indexOf('event: wire'))).not.toMatch(/event: wire\ndata: .*(before|after)/)
  leave.abort()
  await expect(reading).rejects.toThrow()
})
