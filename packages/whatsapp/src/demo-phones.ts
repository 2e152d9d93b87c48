/** A customer of the demo whose phone a visitor can operate. The number is fictional and canonical. */
export interface DemoPhone {
  readonly number: `+${number}`
  readonly name: string
}

/** The customers whose phones the simulator shows; the demo workspace knows them by the same numbers and names. */
export const demoPhones: readonly DemoPhone[] = [
  { number: '+256700000001', name: 'Nakato Prossy' },
  { number: '+256700000002', name: 'Okello Brian' },
  { number: '+256700000003', name: 'Achieng Lillian' },
  { number: '+256700000004', name: 'Mugisha Ronald' },
  { number: '+256700000005', name: 'Namutebi Sarah' },
  { number: '+256700000006', name: 'Tumusiime Isaac' },
  { number: '+256700000007', name: 'Auma Gloria' },
  { number: '+256700000008', name: 'Ssekandi Joseph' },
]
