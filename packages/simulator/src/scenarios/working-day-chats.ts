import type { Chat } from './chats.ts'

/*
 * How a customer's day with the desk goes, by what it needs: the bot alone, a form that the bot asks for, or people. Times
 * leave room for an answer in between.
 */

/** What a bot can see to by itself. */
export const plainChats: readonly Chat[] = [
  [
    [0, 'Good morning'],
    [60, 'help'],
    [180, 'Thank you'],
  ],
  [
    [0, 'Are you chatgpt?'],
    [120, 'menu'],
    [300, 'thanks alot'],
  ],
  [[0, 'Wasuze otya ssebo']],
  [
    [0, 'Habari ya asubuhi'],
    [90, 'menu'],
  ],
  [
    [0, 'Hello'],
    [2, 'menu'],
    [240, 'Have a good day'],
  ],
]

/** Who begins an application; some leave it where they are. */
export const formChats: readonly Chat[] = [
  [
    [0, 'I want to join the pension plan'],
    [60, 'Nakato Mary'],
    [120, '4/3/1991'],
    [180, 'female'],
    [240, 'Ugandan'],
    [600, '00'],
  ],
  [
    [0, 'I want to buy life insurance'],
    [60, 'Okello James'],
    [120, '0'],
    [180, 'Okello James Paul'],
    [300, 'I want to talk to a human being please'],
  ],
]

/** Who wants a person, or is better served by one. */
export const peopleChats: readonly Chat[] = [
  [
    [0, 'Good morning'],
    [60, 'I want to talk to a human being please'],
    [120, 'It is about my late father’s policy'],
    [2_400, 'Thank you'],
  ],
  [
    [0, 'I have a complaint'],
    [60, 'i have called 5 times no one picks'],
    [3_600, 'Is anybody there?'],
  ],
  [
    [0, 'Zzyx qwrt blorf'],
    [60, 'Flumph grelk snib'],
    [120, 'Vorpal snicker snack'],
  ],
  [
    [0, 'Please let one of your officers ring me'],
    [5_400, 'Somebody rang, thank you'],
  ],
]
