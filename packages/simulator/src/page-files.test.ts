import { expect, test } from 'vitest'
import { eventually, receiver, simulator } from './simulator.fixture.ts'

test.each([
  ['/', '/page/samples.json'],
  ['/web-chat/', '/page/web-chat/bubble.js'],
  ['/web-chat', '/page/web-chat/bubble.js'],
])(
  'the page %s and all it names are served, under a policy that lets nothing else run',
  async (path, part) => {
    const { url } = await receiver()
    const base = (await simulator(url)).url
    const page = await fetch(base + path)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    const named = [...html.matchAll(/(?:href|src)="(\/page\/[^"]+)"/g)].map(([, path]) => path ?? '')
    expect(named.length).toBeGreaterThan(3)
    const queue = [...named]
    for (const path of queue) {
      const answer = await fetch(base + path)
      expect(answer.status, path).toBe(200)
      if (!path.endsWith('.js')) continue
      const imports = [...(await answer.text()).matchAll(/from '(\.\.?\/[\w-]+\.js(?:on)?)'/g)].map(
        ([, name = '']) => new URL(name, base + path).pathname,
      )
      queue.push(...imports.filter(name => !queue.includes(name)))
    }
    expect(queue).toContain(part)
    expect((await fetch(`${base}/page/tsconfig.json`)).status).toBe(404)
    expect((await fetch(`${base}/page/..%2fpackage.json`)).status).toBe(404)
  },
)

test('the page’s events start with everything and go on with every change', async () => {
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
