/** The demo's agents. All sign in with the demo's password. */
export const accounts = [
  {
    email: 'agent@parley.example',
    role: 'AGENT',
    givenName: 'Amina',
    familyName: 'Nakato',
    department: 'Customer service',
    skills: ['Policies', 'Luganda'],
  },
  {
    email: 'brian@parley.example',
    role: 'AGENT',
    givenName: 'Brian',
    familyName: 'Odongo',
    department: 'Claims',
    skills: ['Claims', 'Luo'],
  },
  {
    email: 'carol@parley.example',
    role: 'SUPERVISOR',
    givenName: 'Carol',
    familyName: 'Ainembabazi',
    department: 'Payments',
    skills: ['Payments', 'Runyankole'],
  },
] as const

/** Sees to accounts and settings, and answers no customers. The same password. */
export const administrator = {
  email: 'admin@parley.example',
  role: 'ADMINISTRATOR',
  givenName: 'Miriam',
  familyName: 'Nansubuga',
  department: 'Administration',
  skills: [],
} as const
