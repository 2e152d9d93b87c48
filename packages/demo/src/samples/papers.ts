export interface Paper {
  readonly title: string
  readonly lines: readonly string[]
}

const specimen = 'SPECIMEN - made for a demonstration, of no effect'

const instalments = Array.from({ length: 12 }, (_, month) => {
  const label = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][month]
  return `${label}   UGX 100,000   received   total UGX ${((month + 1) * 100_000).toLocaleString('en-US')}`
})

/** What the demo's documents say. */
export const papers = {
  statement: { title: 'Statement of contributions', lines: [specimen, '', ...instalments] },
  policy: {
    title: 'Policy schedule',
    lines: [
      specimen,
      '',
      'Product: savings policy with life cover',
      'Sum assured: UGX 20,000,000',
      'Premium: UGX 100,000 a month, due on the 1st, 30 days of grace',
      'Beneficiaries: as in the register',
      '',
      ...Array.from(
        { length: 40 },
        (_, clause) => `Clause ${clause + 1}. See the general conditions, section ${clause + 1}.`,
      ),
    ],
  },
  quote: {
    title: 'LIB Flex quotation',
    lines: [
      specimen,
      '',
      'Level: Maisha, family of five',
      'Hospital cash: UGX 50,000 a night',
      'Valid for 30 days',
    ],
  },
  form: {
    title: 'Change of beneficiary',
    lines: [
      specimen,
      '',
      ...[1, 2, 3, 4].flatMap(no => [`${no}. Full name ......................  Share ......%`, '']),
    ],
  },
  loanPlan: {
    title: 'Loan repayment plan',
    lines: [specimen, '', ...Array.from({ length: 12 }, (_, no) => `Instalment ${no + 1}: UGX 266,546`)],
  },
  employment: {
    title: 'Employment letter',
    lines: [
      specimen,
      '',
      'To whom it may concern',
      'The bearer has been in our employment since 2019.',
      'Head of personnel',
    ],
  },
  payslip: {
    title: 'Payslip',
    lines: [
      specimen,
      '',
      'Basic pay: UGX 2,150,000',
      'Allowances: UGX 310,000',
      'PAYE and NSSF: UGX 634,000',
      'Net pay: UGX 1,826,000',
    ],
  },
  members: {
    title: 'Members of the group',
    lines: Array.from(
      { length: 42 },
      (_, no) => `${String(no + 1).padStart(2, '0')}  Member ${no + 1}  paid`,
    ),
  },
} as const satisfies Readonly<Record<string, Paper>>
