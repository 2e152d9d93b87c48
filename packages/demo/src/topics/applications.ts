import { agent, bot, customer, type Line, type Topic } from '../script.ts'

const papers: readonly Line[] = [
  bot('Thank you, your form has arrived. Kindly send a photo of your national ID and proof of your income.'),
  customer('', { file: 'id-card' }),
  customer('And my payslip', { file: 'payslip' }),
]

export const pensionForm: Topic = {
  tags: ['IPP', 'new business'],
  ticket: null,
  form: 'ipp',
  lines: [
    customer('I would like to join the Individual Pension Plan'),
    bot('Here is the form. It takes about five minutes; papers can follow in this chat.'),
    customer('Form sent: Individual Pension Plan', { kind: 'interactive', submits: true }),
    ...papers,
    agent('{greeting} {name}. I have the form and both papers. I will look through them and write to you.'),
    customer('Thank you'),
  ],
}

const lifeForm = (health: Line): Topic => ({
  tags: ['LIB Flex', 'new business'],
  ticket: null,
  form: 'lib',
  lines: [
    customer('Please I want to apply for LIB Flex'),
    bot('Here is the form. What you answer about your health is read by the underwriters alone.'),
    customer('Form sent: LIB Flex Maisha', { kind: 'interactive', submits: true }),
    ...papers,
    agent('{greeting} {name}, both are clear. One more question: do you take any medicine regularly?'),
    health,
    agent('Noted, thank you. You will hear from us here.'),
  ],
})

export const healthyLife = lifeForm(customer('No, nothing'))
export const asthmaticLife = lifeForm(
  customer('Only the inhaler, I have asthma since childhood', {
    says: {
      'health_information.has_existing_conditions': true,
      'health_information.existing_conditions': ['Asthma'],
    },
  }),
)
