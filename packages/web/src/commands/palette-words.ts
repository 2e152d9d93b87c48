/** The one command that the first screen names: the others' words come with their code. */
export const paletteWords = { name: 'Search or jump to', keys: [['Ctrl+K']], place: 'Anywhere' } as const
