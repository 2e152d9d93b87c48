/** The customers whose phones the page shows. The numbers are fictional. */
export const demoPhones: readonly { number: string; name: string }[] = [
  { number: '+256700000001', name: 'Nakato Prossy' },
  { number: '+256700000002', name: 'Okello Brian' },
  { number: '+256700000003', name: 'Achieng Lillian' },
  { number: '+256700000004', name: 'Mugisha Ronald' },
  { number: '+256700000005', name: 'Namutebi Sarah' },
  { number: '+256700000006', name: 'Tumusiime Isaac' },
  { number: '+256700000007', name: 'Auma Gloria' },
  { number: '+256700000008', name: 'Ssekandi Joseph' },
]
