import { agent, bot, customer, handover, type Topic, welcome } from '../script.ts'

export const claimStatus: Topic = {
  tags: ['claims'],
  ticket: {
    title: 'Hospital cash claim',
    description: 'Three nights at the hospital in Mukono, discharge form in chat, policy {policy}.',
    priority: 'HIGH',
    note: 'Claims team has the discharge form. They promised an answer by tomorrow noon.',
    resolution: 'Claim settled: UGX {amount} paid to the {network} number. Customer told in chat.',
  },
  lines: [
    customer('What is the status of my claim?'),
    welcome,
    customer('3'),
    bot('Please send the claim number, or the policy number if you do not have it.'),
    customer('{policy}'),
    handover,
    agent(
      '{greeting} {name}, I hope you are recovering well. The discharge form is missing, the rest is complete.',
    ),
    customer('They gave me this one', { file: 'discharge-form' }),
    agent('That is the right one, thank you. I have passed it to the claims team.'),
    customer('They said the same last week'),
    agent('I understand. I have asked for an answer by tomorrow 12:00 and will write to you whatever it is.'),
    customer('', { file: 'voice' }),
    agent(
      'I listened to your message. Yes, three nights count as three, the day of discharge is not counted.',
    ),
    agent('The claim was settled today: UGX {amount} to your {network} number. Is there anything else?'),
    customer('No that is all. Thank you for not forgetting me'),
  ],
}

export const funeralClaim: Topic = {
  tags: ['claims', 'last expense'],
  ticket: {
    title: 'Last expense claim',
    description: 'Death of the policyholder’s father. Papers complete except the LC1 letter.',
    priority: 'URGENT',
    note: 'Death notification is in chat. LC1 letter comes tomorrow; pay within 48 hours of it.',
    resolution: 'LC1 letter received, UGX 2,000,000 paid to the family.',
  },
  lines: [
    customer('We lost our father last night. He was on my last expense cover'),
    handover,
    agent(
      'We are very sorry for your loss {name}. Please take the time you need; I stay with this case until it is paid.',
    ),
    customer('What do you need from us'),
    agent('A death notification from the hospital and the LC1 letter. The burial permit may follow later.'),
    customer('', { file: 'discharge-form' }),
    customer('The LC letter we get tomorrow morning'),
    agent('That is fine. With both, UGX 2,000,000 is paid within 48 hours.'),
    customer('Thank you madam'),
    agent('May his soul rest in peace.'),
  ],
}

export const accidentReport: Topic = {
  tags: ['claims', 'accident'],
  ticket: {
    title: 'Boda accident, outpatient bill',
    description: 'Accident near the Jinja Road lights, treated as an outpatient. Police form asked for.',
    priority: 'MEDIUM',
    note: 'First photo did not reach us. Asked for it again, together with the police form.',
    resolution: 'Receipt and police form complete, outpatient bill paid.',
  },
  lines: [
    customer('I was knocked by a boda at Jinja Road lights. Is the treatment covered'),
    bot('Get well soon. Accidents are covered from the first day. Please keep all receipts.'),
    agent('{greeting} {name}. Are you safe now? Which hospital are you at?'),
    customer('I am home. Only the arm, they put a plaster'),
    customer('Location: Jinja Road, Kampala\n0.3163, 32.5980', { kind: 'location' }),
    agent(
      'Thank you. Kindly send the receipt and the police form when you have it. No hurry, you have 60 days.',
    ),
    customer('', { file: 'lost-photo' }),
    agent('This photo did not reach us in full. May I ask you to send it once more?'),
    customer('I will look for it, I changed phones'),
  ],
}
