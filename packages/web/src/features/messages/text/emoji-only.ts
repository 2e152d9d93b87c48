const pictograph = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|(?=\p{Extended_Pictographic})[\u2600-\u27bf](?!\ufe0e))`
const withParts = String.raw`(?!\p{RI}|\p{Emoji_Modifier})${pictograph}(?:\p{Emoji_Modifier}|\ufe0f)*[\u{e0020}-\u{e007f}]*`
/** A flag, a keycap, or pictographs that are joined into one. */
const emoji = String.raw`\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|${withParts}(?:\u200d${withParts})*`
const onlyEmoji = new RegExp(String.raw`^\s*(?:(?:${emoji})\s*)+$`, 'u')

/** UTF-16 units: more than a few are words in pictures. */
const most = 32

/** Whether text is nothing but a few emoji, which are drawn large. */
export const isEmojiOnly = (text: string): boolean => text.length <= most && onlyEmoji.test(text)
