import type { Words } from './language.ts'

/** Whether people are there, and when they are back. */
export interface Hours {
  readonly isOpen: boolean
  /** While they are not: since when they are again; null: nobody said. */
  readonly opensAt: {
    /** 0 is Sunday. */
    readonly weekday: number
    /** "08:00" */
    readonly time: string
    readonly isTomorrow: boolean
    readonly isToday: boolean
  } | null
}

const weekdays: readonly Words[] = [
  { en: 'on Sunday', lg: 'ku Ssande', sw: 'Jumapili' },
  { en: 'on Monday', lg: 'ku Bbalaza', sw: 'Jumatatu' },
  { en: 'on Tuesday', lg: 'ku Lwakubiri', sw: 'Jumanne' },
  { en: 'on Wednesday', lg: 'ku Lwakusatu', sw: 'Jumatano' },
  { en: 'on Thursday', lg: 'ku Lwakuna', sw: 'Alhamisi' },
  { en: 'on Friday', lg: 'ku Lwakutaano', sw: 'Ijumaa' },
  { en: 'on Saturday', lg: 'ku Lwamukaaga', sw: 'Jumamosi' },
]
const today: Words = { en: 'today', lg: 'leero', sw: 'leo' }
const tomorrow: Words = { en: 'tomorrow', lg: 'enkya', sw: 'kesho' }
const soon: Words = { en: 'as soon as we are back', lg: 'nga tukomyewo', sw: 'tutakaporudi' }

/** When people are back, in words: "tomorrow at 08:00". */
export function backWords({ opensAt }: Hours): Words {
  if (opensAt === null) return soon
  const day = opensAt.isToday
    ? today
    : opensAt.isTomorrow
      ? tomorrow
      : (weekdays[opensAt.weekday] ?? tomorrow)
  const { time } = opensAt
  return { en: `${day.en} at ${time}`, lg: `${day.lg} ku ssaawa ${time}`, sw: `${day.sw} saa ${time}` }
}
