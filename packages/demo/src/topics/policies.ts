import { agent, bot, customer, handover, type Topic, welcome } from '../script.ts'

export const policyDocument: Topic = {
  tags: ['policy'],
  ticket: null,
  lines: [
    customer('Hi, I have never received my policy document'),
    welcome,
    customer('2'),
    bot('Which policy is it? The number starts with LF.'),
    customer('{policy}'),
    handover,
    agent('{greeting} {name}. Here is the schedule of {policy} once more.', { file: 'policy' }),
    customer('It opens well. But my second name is misspelt on page 1'),
    agent('I see it. Kindly send a photo of your national ID and I will have it corrected.'),
    customer('', { file: 'id-card' }),
    agent('We have received the ID, thank you. The team reviews it today.'),
    customer('Mwebale nnyo'),
  ],
}

export const beneficiaries: Topic = {
  tags: ['policy', 'beneficiaries'],
  ticket: {
    title: 'Change of beneficiary',
    description: 'Wants to add {member} to {policy}; the signed form is awaited.',
    priority: 'MEDIUM',
    note: 'Form sent. Needs the signature of the policyholder and a copy of the ID.',
    resolution: 'Signed form received, {member} added to {policy}.',
  },
  lines: [
    customer('Could you send the beneficiary form again please'),
    bot('Here is the form. Fill in every column and sign both pages.', { file: 'form' }),
    customer('I want to add my daughter {member}, she is 9 years'),
    agent(
      'Congratulations on the little one {name}. For a child under 18 we also need the name of a guardian, and her birth certificate.',
    ),
    customer('The guardian is my sister. What share do I put?'),
    agent(
      'The shares of all beneficiaries add up to 100. You have 100 for your wife now; you may put 60 and 40 for example.',
    ),
    customer('60 and 40 is fine'),
    customer('I will scan the form tomorrow, the printer here is spoilt'),
    agent('No problem. A clear photo of both pages also works.'),
    customer('Ok'),
  ],
}

export const flexCover: Topic = {
  tags: ['LIB Flex', 'quote'],
  ticket: null,
  form: 'lib',
  lines: [
    customer('How much is LIB Flex for a family of five?', {
      says: { 'policy_details.policy_type': 'FAMILY' },
    }),
    welcome,
    customer('2'),
    bot('LIB Flex has three levels: Maisha, Amani and Baraka. Shall a colleague prepare a quote?'),
    customer('Yes'),
    agent('{greeting} {name}. May I know the ages, and whether you want hospital cash included?'),
    customer('Me 41, wife 37, children 14, 11 and 6. Yes with hospital cash'),
    agent('For Maisha that is UGX {amount} a month. The quote is attached, valid for 30 days.', {
      file: 'quote',
      says: { 'policy_details.premium_amount': null },
    }),
    customer('When does the cover start if I pay quarterly?', {
      says: { 'policy_details.premium_payment_frequency': 'QUARTERLY' },
    }),
    agent(
      'On the day the first instalment reaches us. The waiting period for natural causes is 90 days, for accidents none.',
    ),
    customer('What if I miss one month?'),
    agent(
      'There are 30 days of grace. After that the cover pauses, and starts again with the next payment without a new medical form.',
    ),
    customer('Let me discuss with my wife and come back to you'),
    agent('Of course, take your time.'),
  ],
}

export const pensionStart: Topic = {
  tags: ['IPP', 'new business'],
  ticket: null,
  form: 'ipp',
  lines: [
    customer('{greeting}. I want to start the pension plan but I have two employers, which one do I put?'),
    bot(
      'Put the employer that pays your main salary. You can add the second one at the end of the form. Shall we start?',
    ),
    customer('Yes'),
    bot('What is your monthly income after tax, roughly?'),
    customer('1.8m', { says: { 'employment_details.monthly_income': null } }),
    bot('How much would you like to put aside each month? The least is UGX 20,000.'),
    customer('{amount}', { says: { 'contribution_details.monthly_contribution': null } }),
    bot('Great, the form is complete. A colleague checks it and writes to you here.', { submits: true }),
    agent(
      '{greeting} {name}, I have your form. To finish we need your national ID and a letter from the employer.',
    ),
    customer('Kindly find my employment letter attached', { file: 'employment-letter' }),
    customer('And the ID', { file: 'id-card' }),
    agent('Both are clear, thank you. Your plan starts on the 1st with UGX {amount}.'),
    customer('Is it possible to withdraw before 55?'),
    agent(
      'A part may be withdrawn after five years, for education, housing or illness. The rest stays until 55.',
    ),
    customer('That is fair. Asante sana'),
  ],
}

export const surrender: Topic = {
  tags: ['policy', 'withdrawal'],
  ticket: {
    title: 'Partial withdrawal from {policy}',
    description: 'School fees. Wants UGX 1,200,000; bank letter awaited.',
    priority: 'MEDIUM',
    note: 'Surrender value checked, the amount is allowed. Only the bank letter is missing.',
    resolution: 'Bank letter received, UGX 1,200,000 transferred.',
  },
  lines: [
    customer('Nsaba okwogera n’omuntu'),
    handover,
    agent('Gyebale ko {name}, nze {agent}. Nkuyambe ntya?'),
    customer('I want to withdraw some of my savings for school fees. 1.2m'),
    agent(
      'On {policy} up to half of the fund may be withdrawn once a year, so 1,200,000 is possible. We need the form and a letter from your bank.',
    ),
    customer('Why a bank letter? You always pay on {network}'),
    agent('Above one million the regulator asks us to pay into an account in your own name.'),
    customer('Ok. How many days after that?'),
    agent('Five working days from the day both papers are here.'),
    customer('I will bring them on Monday'),
  ],
}

export const policyLoan: Topic = {
  tags: ['policy', 'loan'],
  ticket: {
    title: 'Loan against {policy}',
    description: 'Asks for UGX 3,000,000 over 12 months; repayment plan sent.',
    priority: 'LOW',
    note: 'Value of {policy} covers the loan. Customer reads the repayment plan.',
    resolution: 'Repayment plan signed, loan paid out.',
  },
  lines: [
    customer('Can I take a loan against my policy? I have paid for six years'),
    bot('Loans are possible on savings policies after three years. A colleague tells you how much.'),
    agent('{greeting} {name}. {policy} allows a loan of up to UGX 4,350,000 today, at 12% a year.'),
    customer('I need 3 million for 12 months'),
    agent('That is UGX 266,546 a month. The plan is attached.', { file: 'loan-plan' }),
    customer('And if I die in between? 😅'),
    agent(
      'May it be far away. The rest of the loan is taken from the sum assured, and your family receives the balance.',
    ),
    customer('Fine. Where do I sign'),
    agent('I have sent the form to your e-mail address. A photo of the signed page is enough.'),
    customer('Signed', { file: 'photo-of-form' }),
    agent('Received, thank you. The money is with you on Thursday.'),
    customer('👍🏾'),
  ],
}
