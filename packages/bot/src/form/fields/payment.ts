import { option, type Question } from '../field.ts'
import { words } from '../value.ts'

/** Both products are paid in the same ways. */
export const payment: Question = {
  name: 'payment_method',
  label: ['Engeri y’okusasula', 'Njia ya malipo'],
  question: words('How will you pay?', 'Onoosasula otya?', 'Utalipa vipi?'),
  example: words('Mobile money', 'Mobile money', 'Mobile money'),
  options: [
    option(
      'MOBILE_MONEY',
      'Mobile money',
      'Mobile money',
      'Mobile money',
      'momo',
      'mtn',
      'airtel',
      'mobile',
      'simu',
    ),
    option('BANK_TRANSFER', 'Bank transfer', 'Bbanka', 'Benki', 'bank', 'banka', 'standing order'),
    option(
      'SALARY_DEDUCTION',
      'Salary deduction',
      'Okuva ku musaala',
      'Kutoka mshahara',
      'salary',
      'payroll',
      'employer',
      'musaala',
      'mshahara',
    ),
  ],
  also: ['payment', 'how i pay', 'method'],
}
