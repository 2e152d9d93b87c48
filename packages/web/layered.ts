import type { Plugin } from 'vite'

/**
 * Puts the sheet of each component into its cascade layer, so that it wins over the reset, the tokens and the base. The
 * order is said each time, since any sheet may come first.
 */
export const layered: Plugin = {
  name: 'layered',
  enforce: 'pre',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: sheet => `@layer reset, tokens, base, components;\n@layer components {\n${sheet}\n}\n`,
  },
}
