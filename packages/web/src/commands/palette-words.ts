import { t } from '@parley/core/text/translate'

/** The one command that the first screen names: the others' words come with their code. */
export const paletteWords = { name: t('Search or jump to'), keys: [['Ctrl+K']], place: 'Anywhere' } as const
