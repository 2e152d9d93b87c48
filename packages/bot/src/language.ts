/** The languages that the bot speaks: English, Luganda, Swahili. */
export const languages = ['en', 'lg', 'sw'] as const
export type Language = (typeof languages)[number]

/** A sentence in every language. */
export type Words = Readonly<Record<Language, string>>
