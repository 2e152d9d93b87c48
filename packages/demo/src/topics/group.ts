import { agent, bot, customer, type Topic } from '../script.ts'

const scheme = (lines: Topic['lines']): Topic => ({ tags: ['SACCO group', 'scheme'], ticket: null, lines })

/** What a group's treasurer writes about, week after week, for other members each time. */
export const groupBusiness: readonly Topic[] = [
  scheme([
    customer('Today’s collection is UGX {amount} for {member}'),
    bot('Thank you. Reference {reference} is noted and will show after the bank has confirmed it.'),
    agent('Confirmed. {member} is paid up to the end of the month.'),
    customer('Webale {agent}'),
  ]),
  scheme([
    customer('{member} has joined the group. Can she start this month?'),
    agent('Yes, if her ID and the joining form are here before the 20th.'),
    customer('ID', { file: 'id-card' }),
    customer('Form comes tomorrow'),
    agent('I have opened the file, it waits for the form.'),
    customer('Kale'),
  ]),
  scheme([
    customer('{member} says that his {network} payment of {amount} is not on the list you sent'),
    agent('Let me look.'),
    agent('Found it under {reference}: it was booked on another member. I have moved it.'),
    customer('He will be happy. Please send the list again when it is corrected'),
    agent('Here it is.', { file: 'member-list' }),
    customer('Received'),
    customer('All 42 are correct now'),
  ]),
  scheme([
    customer('Two members want to leave: {member} and her sister'),
    agent('They receive their own savings back less the last month’s cover. It takes ten working days.'),
    customer('They want it on {network}'),
    agent('Each to her own registered number please, the names must match.'),
    customer('Understood'),
  ]),
  scheme([
    customer('When is the next training for treasurers?'),
    bot('Trainings take place on the second Thursday of each month, 9:00, at the Kampala Road branch.'),
    customer('Can I bring {member}? She takes over when I am away'),
    agent('With pleasure, I have put both of you on the list.'),
    customer('👍🏾'),
  ]),
  scheme([customer('Receipt for today', { file: 'receipt' }), agent('Booked for {member}, thank you.')]),
  scheme([
    customer('{member} lost a parent. Does the group cover pay for parents?'),
    agent('Please give the family our condolences. Yes, parents up to 75 years: UGX 1,000,000.'),
    customer('What do they bring'),
    agent('The death notification and the LC1 letter; your stamp as treasurer on the form.'),
    customer('I will do it today'),
    agent('I will look out for it.'),
    customer('Mukama abakuume'),
  ]),
  scheme([
    customer('{greeting} {agent}, the system on my phone shows zero for the whole group'),
    agent('{greeting}. That is the monthly closing, figures are back by noon. Nothing is lost.'),
    customer('You people scare me every month 😂'),
    agent('I will ask them to say so on the page.'),
    customer('It is back'),
  ]),
]
