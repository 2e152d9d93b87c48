/** The database stores no NUL: the sign for an unreadable character stands for it. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD')
