/** The languages that the bot speaks: English, Luganda, Swahili. */
export const languages = ['en', 'lg', 'sw'] as const
export type Language = (typeof languages)[number]

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  lg: 'Luganda',
  sw: 'Swahili',
}
