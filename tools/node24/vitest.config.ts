import { defineConfig } from 'vitest/config'
import { settings } from '../../vitest.config.ts'

/** The packages that need neither a database nor a browser. */
const pure = ['bot', 'core', 'intents', 'whatsapp']

export default defineConfig({
  test: { ...settings, include: pure.map(name => `packages/${name}/**/*.test.ts`) },
})
