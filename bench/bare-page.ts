import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'esbuild'

/** A tab with `reference/bare-textarea.mjs`, in React's production build. */
export async function openBarePage(context: BrowserContext): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./reference/bare-textarea.mjs', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const page = await context.newPage()
  await page.setContent('<!doctype html><html lang="en"><body></body></html>')
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  return page
}
