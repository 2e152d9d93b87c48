import { t } from './translate.ts'

/** The languages that the bot speaks: English, Luganda, Swahili. */
export const languages = ['en', 'lg', 'sw'] as const
export type Language = (typeof languages)[number]

export const languageNames: Readonly<Record<Language, string>> = {
  en: t('English'),
  lg: t('Luganda'),
  sw: t('Swahili'),
}
