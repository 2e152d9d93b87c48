import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption } from 'vite'

/**
 * Puts the sheet of each component into its cascade layer, so that it wins over the reset, the tokens, the base and the layout
 * (ui/layout). The order is said each time, since any sheet may come first.
 */
const layered: Plugin = {
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

/**
 * What the build and the tests of screens share. The React Compiler keeps the values of functions that say 'use memo', and of
 * no others: compiled as a whole the console is a quarter larger (docs/decisions/0031). A function that says it and cannot be
 * compiled fails the build, where it would be left as it is without a word.
 */
export const plugins: PluginOption[] = [
  layered,
  react({ compiler: { compilationMode: 'annotation', panicThreshold: 'all_errors' } }),
]
