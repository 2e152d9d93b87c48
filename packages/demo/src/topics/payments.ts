import { agent, bot, customer, handover, type Topic, welcome } from '../script.ts'

export const unmatchedPremium: Topic = {
  tags: ['payments', 'mobile money'],
  ticket: {
    title: '{network} payment not matched',
    description: 'Paid UGX 50,000 by {network}, receipt in chat, policy {policy} still shows pending.',
    priority: 'HIGH',
    note: 'Sent the receipt to finance for matching by reference {reference}.',
    resolution: 'Payment found under another reference and booked on {policy}.',
  },
  lines: [
    customer('{greeting}. I paid the premium on {network} yesterday but it still says pending'),
    welcome,
    customer('1'),
    bot('Please send the transaction ID or a photo of the receipt, and your policy number.'),
    customer('Policy {policy}, the amount was 50,000', { file: 'receipt' }),
    handover,
    agent(
      'Thank you {name}, the receipt is clear. {network} sends us the confirmation overnight; I have asked our payments team to match reference 7714-2209 now.',
    ),
    customer('Okay, how long does it take? My cover must not lapse'),
    agent(
      'It takes at most one working day. Your cover stays in force for 30 days after the due date, so nothing lapses.',
    ),
    customer('Webale nnyo'),
    agent('You will get a message here once it shows on your policy. Webale kulinda.'),
    customer('I paid the premium on {network} but it still says pending'),
    customer('Please check for me, I am at the bank now'),
  ],
}

export const paymentMethods: Topic = {
  tags: ['payments'],
  ticket: null,
  lines: [
    customer('Hello, which number do I use to pay by {network}?'),
    welcome,
    customer('1'),
    bot('You pay from the Payments menu of your phone: choose Insurance, then enter your policy number.'),
    customer('It is asking for a merchant code'),
    agent(
      '{greeting} {name}, this is {agent}. The code for premiums is on your schedule, top right. The policy number {policy} goes in as the reference.',
    ),
    customer('Found it. And can I pay quarterly instead of every month?'),
    agent('Yes. Three months at once, no extra charge. Would you like me to change {policy} to quarterly?'),
    customer('Yes please, from the next instalment'),
    agent(
      'Done. The next instalment is UGX {amount}, due on the 1st. You will receive a reminder a week before.',
    ),
    customer('Thanks a lot! 🙏'),
  ],
}

export const doublePayment: Topic = {
  tags: ['payments', 'refund'],
  ticket: {
    title: 'Instalment deducted twice',
    description: 'UGX 150,000 left the customer’s {network} wallet twice under reference 3306-1187.',
    priority: 'URGENT',
    note: 'Both deductions confirmed in the {network} statement. Reversal asked for.',
    resolution: 'One of the two deductions reversed to the {network} wallet. Customer saw it arrive.',
  },
  lines: [
    customer('Banange you have deducted me twice!!'),
    customer('150,000 went two times today, see', { file: 'receipt-dark' }),
    welcome,
    customer('4'),
    handover,
    agent('I am sorry {name}. I see both deductions under 3306-1187. One of them will be reversed.'),
    customer('When? That was school fees money'),
    agent('I have marked it urgent. A reversal by {network} takes up to 24 hours; I follow it up myself.'),
    customer('Kale, I wait'),
    agent('The reversal of UGX 150,000 is confirmed. Kindly check your wallet.'),
    customer('Received. Thank you {agent}, God bless'),
  ],
}

export const statement: Topic = {
  tags: ['statement'],
  ticket: null,
  lines: [
    customer('I need a statement of my contributions for the visa application'),
    bot('I can help with statements. Which policy is it?'),
    customer('{policy}'),
    agent('{greeting} {name}. Here is the statement for the last twelve months.', { file: 'statement' }),
    customer('Received. Does it carry a stamp? The embassy wants a stamp'),
    agent(
      'This one is signed electronically. A stamped copy can be collected from the branch on Kampala Road from 10:00 with your national ID.',
    ),
    customer('I will send my brother {member}, is that okay?'),
    agent('Yes, with a short note signed by you and a copy of your ID.'),
    customer('Okay thanks'),
  ],
}
