/** The demo's agents. All sign in with the demo's password. */
export const accounts = [
  {
    email: 'agent@parley.example',
    givenName: 'Amina',
    familyName: 'Nakato',
    department: 'Customer service',
    skills: ['Policies', 'Luganda'],
  },
  {
    email: 'brian@parley.example',
    givenName: 'Brian',
    familyName: 'Odongo',
    department: 'Claims',
    skills: ['Claims', 'Luo'],
  },
  {
    email: 'carol@parley.example',
    givenName: 'Carol',
    familyName: 'Ainembabazi',
    department: 'Payments',
    skills: ['Payments', 'Runyankole'],
  },
] as const
