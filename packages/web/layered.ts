import type { Plugin } from 'vite'

/**
 * Puts the sheet of each component into its cascade layer, so that it wins over the reset, the tokens, the base and the layout
 * (ui/layout). The order is said each time, since any sheet may come first.
 */
export const layered: Plugin = {
  name: 'layered',
  enforce: 'pre',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (sheet, id) => {
      const layer = id.includes('/ui/layout/') ? 'layout' : 'components'
      return `@layer reset, tokens, base, layout, components;\n@layer ${layer} {\n${sheet}\n}\n`
    },
  },
}
