import { agent, bot, customer, handover, system, type Topic, welcome } from '../script.ts'

export const identityPapers: Topic = {
  tags: ['KYC'],
  ticket: null,
  lines: [
    bot('Dear customer, the copy of your national ID has expired. Please send a photo of the new one.'),
    customer('Is this really you or a con man?'),
    agent(
      'A good question {name}. I am {agent} from customer care. You may call the number printed on your policy and ask for me.',
    ),
    customer('I called, they confirmed. Here it is', { file: 'id-card' }),
    agent('Thank you. And a proof of address, a water or electricity bill?'),
    customer('UMEME bill is in my husband’s name'),
    agent('That is fine with a copy of the marriage certificate or a letter from the LC1.'),
    customer('Eeeh okay'),
  ],
}

export const thankYou: Topic = {
  tags: [],
  ticket: null,
  lines: [
    customer('Just to say thank you. The money came when we really needed it'),
    agent('Thank you for writing {name}, it means a lot to the team. Greetings to the family.'),
    customer('🙏🏾❤️'),
  ],
}

export const newNumber: Topic = {
  tags: ['contact details'],
  ticket: null,
  lines: [
    system('The customer changed their phone number.'),
    customer('I have changed my phone number, this is the new one'),
    welcome,
    customer('4'),
    handover,
    agent(
      'Thank you {name}. For your safety: the last three digits of your national ID, and your year of birth?',
    ),
    customer('7KL and 1986'),
    agent('Noted. All notices go to this number from today.'),
    customer('And my e-mail remains the same'),
  ],
}

export const branchHours: Topic = {
  tags: [],
  ticket: null,
  lines: [
    customer('Mukola ku Saturday?'),
    bot('Yego. The branches are open Monday to Friday 8:30 to 17:00 and on Saturday 9:00 to 12:00.'),
    customer('And Mbarara?'),
    bot('Mbarara has the same hours. The address: High Street, opposite the post office.'),
    customer('Webale'),
  ],
}

export const links: Topic = {
  tags: ['fraud warning'],
  ticket: {
    title: 'Suspicious link in our name',
    description: 'A page that copies ours and asks for mobile money PINs. Passed to security.',
    priority: 'URGENT',
    note: 'Security has the address and a screenshot. Nobody should open the link.',
    resolution: 'The page was taken down. Customer advised to change the PIN.',
  },
  lines: [
    customer('Someone sent me this https://example.com/claim-your-pension?id=4471&win=1 is it yours?'),
    agent(
      'No, that page is not ours. Please do not enter anything there, and never give your PIN to anybody.',
    ),
    customer('Too late for my neighbour, he put his PIN'),
    agent(
      'He should call his network now and have the wallet blocked. Our own address is on your policy: https://parley.example/help',
    ),
    customer('I told him. It was <b>very</b> convincing & had "your" logo'),
    agent('Thank you for reporting it {name}, our security team has it.'),
  ],
}

export const rightToLeft: Topic = {
  tags: ['diaspora'],
  ticket: null,
  lines: [
    customer('السلام عليكم، أريد أن أعرف رصيد خطة التقاعد رقم {policy} من فضلك'),
    bot('Sorry, I did not understand that. Reply 4 to speak to a person.'),
    customer('4'),
    customer('I am in Dubai, my English is small small. Rasilimali yangu ni ngapi?'),
    agent('Wa alaikum salaam {name}. The fund of {policy} stood at UGX 6,418,300 at the end of last month.'),
    customer('شكرا جزيلا 🌙'),
  ],
}

const longest = 4096

/** Ends with the longest text that WhatsApp takes. */
export const longStory: Topic = {
  tags: ['complaint'],
  ticket: {
    title: 'Complaint about branch service',
    description: 'Three visits without an answer. The customer tells the whole story in the chat.',
    priority: 'HIGH',
    note: 'Called the branch manager, who will ring the customer in person.',
    resolution: 'Branch manager apologised and settled the request on the spot.',
  },
  lines: [
    customer('I want to complain formally'),
    welcome,
    customer('4'),
    handover,
    agent(
      'I am sorry to hear that {name}. Please tell me what happened, in your own words; I read everything.',
    ),
    customer(story()),
  ],
}

function story(): string {
  const opening =
    'It began in January when I went to the branch to ask why my statement shows less than I paid. '
  const visits = [
    'The first time the lady at the counter was polite but the system was off, so she wrote my number in a book and told me to wait for a call. ',
    'Nobody called. ',
    'I came back after two weeks, took leave from work and sat from nine to one, and when my turn came they said that the officer in charge had gone for lunch. ',
    'I left my papers with the guard, all copies, certified, and I have the delivery note with his signature. ',
    'The third time I travelled from Masaka, because they told me on the phone that everything was ready, and it was not. ',
    'I do not want to quarrel with anybody, I only want to see my money written where it belongs, every shilling of it. ',
  ]
  const body = opening + visits.join('').repeat(10)
  const ending = ' Kindly answer me in writing.'
  const room = longest - ending.length
  const whole = body.slice(0, body.lastIndexOf(' ', room))
  return whole.padEnd(room, '.') + ending
}

export const afterTheWindow: Topic = {
  tags: ['follow-up'],
  ticket: null,
  lines: [
    customer('Please remind me when the new rates are out'),
    agent('Certainly {name}, I have noted it.'),
    customer('Thank you'),
    agent('{greeting} {name}. The new rates are out: 11.2% for last year. Shall I send the letter?', {
      outcome: 'failed',
      hoursLater: 26,
    }),
  ],
}

export const leftWhatsapp: Topic = {
  tags: ['follow-up'],
  ticket: null,
  lines: [
    customer('I am changing to another phone this week, will you still find me here?'),
    agent('If you keep the number and WhatsApp on it, yes {name}.'),
    customer('Okay'),
    agent('{greeting} {name}. Your documents are ready at the branch.', {
      outcome: 'failed',
      refusal: 131_026,
      hoursLater: 5,
    }),
  ],
}

export const unclearSend: Topic = {
  tags: ['payments'],
  ticket: null,
  lines: [
    customer('Which day do you deduct?'),
    agent('Always on the 5th, or the next working day.'),
    customer('And if there is no money on the phone that day'),
    agent('Then it is tried again on the 8th and the 12th. There is no penalty.', { outcome: 'unknown' }),
  ],
}

export const offlinePhone: Topic = {
  tags: ['policy'],
  ticket: null,
  lines: [
    customer('Are you there?'),
    customer('I am in Karamoja, the network goes and comes', { lateMinutes: 95 }),
    customer('I want to know if my policy is still on. {policy}'),
    agent('Yes {name}, {policy} is in force and paid until the end of the month.'),
    customer('That is good to hear', { file: 'voice' }),
    agent('Safe journey back.', { outcome: 'sent' }),
  ],
}

export const emojis: Topic = { tags: [], ticket: null, lines: [customer('😂😂😂'), customer('👍🏾')] }

export const greeting: Topic = { tags: [], ticket: null, lines: [customer('Hello')] }
