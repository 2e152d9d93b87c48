/** The demo's agents. All sign in with the demo's password. */
export const accounts = [
  { email: 'agent@parley.example', givenName: 'Amina', familyName: 'Nakato' },
  { email: 'brian@parley.example', givenName: 'Brian', familyName: 'Odongo' },
  { email: 'carol@parley.example', givenName: 'Carol', familyName: 'Ainembabazi' },
] as const
