/** What one customer writes, with the seconds since their first word. What is not text is a whole body of the call. */
export type Chat = readonly (readonly [
  atSeconds: number,
  words: string | Readonly<Record<string, unknown>>,
])[]

const place = (latitude: number, longitude: number, name: string, address: string) => ({
  type: 'raw',
  message: { type: 'location', location: { latitude, longitude, name, address } },
})

/** Chats as customers of a pension and life insurer have them. */
export const chats: readonly Chat[] = [
  [
    [0, 'Good morning'],
    [6, 'I want to know how much is in my pension account'],
    [19, 'My member number is PEN-204881'],
  ],
  [
    [0, 'Hello, my mother passed away last week. She had a life cover with you.'],
    [14, 'What do you need from us to claim?'],
    [31, 'We have the death certificate and her ID'],
  ],
  [
    [0, 'I paid my premium on Friday by mobile money but the app still says I owe it'],
    [9, 'Transaction 7719204315, UGX 185,000'],
    [24, 'Please confirm, I do not want the cover to lapse'],
  ],
  [
    [0, 'Webale nnyo! Nfunye ssente.'],
    [5, '🙏🏾'],
  ],
  [
    [0, 'How do I add my new born as a beneficiary?'],
    [12, 'He is 3 weeks old, no NIN yet'],
  ],
  [
    [0, 'Am leaving my employer end of month. Can I withdraw my savings?'],
    [17, 'I am 41'],
    [22, 'Or can I move it to the new scheme?'],
  ],
  [
    [0, 'Which office is nearest to me?'],
    [4, place(0.3163, 32.5822, 'Kampala Road', 'Kampala Road, Kampala')],
  ],
  [
    [0, 'I have been waiting since Monday for my statement'],
    [8, 'Third time I am asking'],
    [15, 'Can somebody call me please'],
  ],
  [
    [0, 'Interested in the IPP plan'],
    [7, 'What is the minimum per month?'],
    [21, 'Ok let me fill the form'],
  ],
  [
    [0, 'Please change my phone number on the policy, the old line is lost'],
    [10, 'Policy LIB-55120'],
  ],
  [
    [0, 'Is it true that I can borrow against my policy?'],
    [13, 'How much and how long does it take'],
  ],
  [
    [0, 'Hi'],
    [3, 'Are you open on Saturday?'],
  ],
]
