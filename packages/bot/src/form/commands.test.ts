import { expect, test } from 'vitest'
import { languages } from '../language.ts'
import { applicationOf } from './application.ts'
import { Customer, photo } from './form.fixture.ts'
import { resumeChoice } from './step.ts'

const asked = (customer: Customer) =>
  customer.state.at.step === 'field' ? customer.state.at.path : customer.state.at.step
const value = (customer: Customer, path: string) => customer.state.values[path]?.value

/** A customer at the documents of an IPP application. */
const answered = () =>
  new Customer('ipp').tells(
    `Nakato Mary|4/3/1991|female|Ugandan|national id|CF910121ABC3DE|married|0772 123 456|skip|skip|Plot 4, Jinja Road|skip
     employed|Nile Steel|skip|skip|skip|50k|skip|momo|1/12|skip|skip|skip|Okello James|husband|skip|skip|100`,
  )
const summed = () => answered().says('later')

test.each([
  ['back', 'keep'],
  ['ddayo', 'kireke'],
  ['Rudi', 'iache'],
  ['bakc', 'keep'],
])('[Q-201] "%s" leads to the question before, whose answer stays until "%s" or another', (back, keep) => {
  const customer = new Customer('ipp').says('Nakato Mary', '4/3/1991', back)
  expect(asked(customer)).toBe('personal_details.date_of_birth')
  expect(customer.heard).toContain('4 March 1991')
  customer.says(back, back)
  expect(customer.heard).toContain('first question')
  expect(value(customer, 'personal_details.full_name')).toBe('Nakato Mary')
  customer.says(keep)
  expect(asked(customer)).toBe('personal_details.gender')
  customer.says(back, '5/3/1991')
  expect(value(customer, 'personal_details.date_of_birth')).toBe('1991-03-05')
  expect(asked(customer)).toBe('personal_details.gender')
})

test('[Q-201] what is needed is not skipped, nor is its answer lost', () => {
  const customer = new Customer('ipp').says('Nakato Mary', 'back', 'skip')
  expect(customer.heard).toContain('this one is needed')
  expect(value(customer, 'personal_details.full_name')).toBe('Nakato Mary')
})

test('[Q-201] a question that was skipped can be gone back to, and one that was answered can be skipped', () => {
  const customer = new Customer('ipp').says('Nakato Mary', '4/3/1991', 'skip')
  expect(asked(customer)).toBe('personal_details.nationality')
  customer.says('back', 'male')
  expect(value(customer, 'personal_details.gender')).toBe('MALE')
  customer.says('back').presses('Skip')
  expect(value(customer, 'personal_details.gender')).toBeUndefined()
  expect(asked(customer)).toBe('personal_details.nationality')
})

test.each([
  ['change employer', 'employment_details.employer_name'],
  ['change my phone', 'contact_details.phone_number'],
  ['change my phone number please', 'contact_details.phone_number'],
  ['Change date of birth', 'personal_details.date_of_birth'],
  ['edit my salery', 'employment_details.monthly_income'],
  ['kyusa essimu', 'contact_details.phone_number'],
  ['badilisha jina', 'personal_details.full_name'],
  ['change beneficiary 1', 'beneficiary'],
  ['change okello james', 'beneficiary'],
  ['change beneficiaries', 'section'],
  ['change documents', 'section'],
  ['change contact details', 'section'],
  ['change', 'sections'],
  ['change my mind', 'sections'],
])('[Q-201] "%s" leads to %s', (text, where) => {
  const customer = summed()
  expect(asked(customer)).toBe('summary')
  customer.says(text)
  expect(asked(customer)).toBe(where)
})

test('[Q-201] from the summary by a section to a field, and back to the summary', () => {
  const customer = summed()
  customer.presses('Change something', 'Contact details', 'Email').says('mary@example.com')
  expect(asked(customer)).toBe('summary')
  expect(customer.heard).toContain('Email: mary@example.com')
  customer.says('change', 'back')
  expect(asked(customer)).toBe('summary')
})

test('[Q-201] what an answer makes needless is left out, and what it makes needed is asked', () => {
  const customer = summed().says('change employment status').presses('Unemployed')
  expect(asked(customer)).toBe('summary')
  expect(applicationOf(customer.state).form_data.employment_details.employer_name).toBeNull()
  expect(applicationOf(customer.state).provenance['employment_details.employer_name']).toBeUndefined()
  customer.says('change employment status').presses('Employed')
  expect(applicationOf(customer.state).form_data.employment_details.employer_name).toBe('Nile Steel')
  customer.says('change id type').presses('Passport')
  expect(asked(customer)).toBe('personal_details.id_number')
  customer.says('keep')
  expect(asked(customer)).toBe('personal_details.id_number')
  customer.says('B1234567')
  expect(asked(customer)).toBe('summary')
})

test.each(['no', 'none', "I don't have one", 'sina', 'nedda'])(
  '[Q-201] "%s" to a question that may be skipped skips it, and answers none that is needed',
  text => {
    const customer = new Customer('ipp')
    customer.tells('Nakato Mary|4/3/1991|skip|skip|passport|B1234567|skip|0772 123 456').says(text, text)
    expect(asked(customer)).toBe('contact_details.physical_address')
    customer.says(text)
    expect(customer.outcome).toBe('not-an-answer')
    customer.says('No. 5 Market Street', text, 'employed', text)
    expect(value(customer, 'contact_details.physical_address')).toBe('No. 5 Market Street')
    expect(asked(customer)).toBe('employment_details.employer_name')
  },
)

test('[Q-201] a "no" to an answer that is there takes nothing away', () => {
  const customer = new Customer('ipp').tells('Nakato Mary|4/3/1991|female|back|no')
  expect(customer.outcome).toBe('not-an-answer')
  expect(value(customer, 'personal_details.gender')).toBe('FEMALE')
})

test('[Q-201] a "no" that is one of the answers is that answer', () => {
  const customer = new Customer('ipp').tells('Nakato Mary|4/3/1991|skip|skip|passport|B1234567|no')
  expect(value(customer, 'personal_details.marital_status')).toBe('SINGLE')
})

test('[Q-201] a button of an earlier question corrects that answer, and the open question is asked again', () => {
  const customer = new Customer('ipp').says('Nakato Mary', '4/3/1991')
  const male = customer.replies.flatMap(({ choices = [] }) => choices).find(({ title }) => title === 'Male')
  customer.presses('Female').take({ text: 'Male', choiceId: male?.id ?? '', files: [] })
  expect(value(customer, 'personal_details.gender')).toBe('MALE')
  expect(asked(customer)).toBe('personal_details.nationality')
  for (const verb of ['skip', 'keep']) {
    customer
      .says('change my name')
      .take({ text: '', choiceId: `form.${verb}:personal_details.gender`, files: [] })
    expect(value(customer, 'personal_details.gender')).toBe('MALE')
    expect(asked(customer)).toBe('personal_details.full_name')
  }
})

test.each([
  ['later', 'continue'],
  ['stop', 'resume'],
  ['baadaye', 'endelea'],
])('[Q-201] "%s" keeps the form for days, "%s" goes on where it was', (later, on) => {
  const customer = new Customer('ipp').says('Nakato Mary', later)
  expect(customer.outcome).toBe('paused')
  customer.passes(9).says('hello')
  expect(customer.outcome).toBe('not-an-answer')
  customer.says(later).says(on)
  expect(customer.outcome).toBe('asking')
  expect(customer.heard).toContain('Welcome back')
  customer.says('4/3/1991')
  expect(value(customer, 'personal_details.date_of_birth')).toBe('1991-03-04')
  expect(customer.state.values['personal_details.date_of_birth']?.source.at).toBe(customer.now.toISOString())
})

test('[Q-201] a button pressed days after a pause is an answer', () => {
  const customer = new Customer('ipp').says('Nakato Mary', '4/3/1991')
  const [female] = customer.replies.flatMap(({ choices = [] }) => choices)
  customer
    .says('later')
    .passes(5)
    .take({ text: 'Female', choiceId: female?.id ?? '', files: [] })
  expect(value(customer, 'personal_details.gender')).toBe('FEMALE')
  expect(customer.outcome).toBe('asking')
})

test('[Q-201] a start that has passed while the form waited is asked again before it is sent', () => {
  const customer = summed().passes(30).presses('Submit')
  expect(asked(customer)).toBe('contribution_details.start_date')
  customer.says('tomorrow').presses('Submit')
  expect(asked(customer)).toBe('consent')
})

test('[Q-201] cancel asks once, and a cancelled form takes no more', () => {
  const customer = new Customer('ipp').says('Nakato Mary', 'cancel', 'perhaps')
  expect(customer.outcome).toBe('not-an-answer')
  customer.says('no')
  expect(asked(customer)).toBe('personal_details.date_of_birth')
  customer.says('sazaamu').presses('Yes, cancel')
  expect(customer.outcome).toBe('cancelled')
  const { state } = customer
  customer.says('4/3/1991')
  expect([customer.state, customer.replies, customer.outcome]).toEqual([state, [], 'cancelled'])
})

test('[Q-201] help shows an example, summary what was answered, and both ask again', () => {
  const customer = new Customer('ipp').says('Nakato Mary', 'help')
  expect(customer.heard).toContain('For example: 4/3/1991')
  expect(customer.heard).toContain('When were you born?')
  customer.says('what have I answered?')
  expect(customer.heard).toContain('Full name: Nakato Mary')
  expect(customer.heard).toContain('When were you born?')
})

test('[Q-201] after two misunderstandings help and a person are offered beside the choices', () => {
  const customer = new Customer('ipp').says('Nakato Mary', '4/3/1991', 'banana')
  expect(customer.heard).not.toContain('Talk to a person')
  customer.says('bread')
  expect(customer.heard).toContain('[Help]')
  expect(customer.heard).toContain('[Skip]')
  customer.presses('Talk to a person')
  expect(customer.outcome).toBe('not-an-answer')
  customer.says('5')
  expect(customer.outcome).toBe('not-an-answer')
  customer.says('female')
  expect(customer.heard).not.toContain('Talk to a person')
})

test.each(['0', '00', 'menu', 'RESET', 'agent', 'talk to a person'])(
  '[Q-201] "%s" belongs to the bot around the form, also where any words are an answer',
  text => {
    const customer = new Customer('ipp').says(
      'Nakato Mary',
      '4/3/1991',
      'skip',
      'skip',
      'passport',
      'B1234567',
    )
    customer.says('skip', '0772 123 456', 'skip', 'skip')
    expect(asked(customer)).toBe('contact_details.physical_address')
    const { values, at } = customer.state
    customer.says(text)
    expect(customer.outcome).toBe('not-an-answer')
    expect(customer.state).toMatchObject({ values, at, misses: 0 })
    expect(customer.heard).toContain('Where do you live?')
  },
)

test.each(['menu', 'answer:12', 'answer:personal_details.gender=MALE', 'intent:check_balance'])(
  '[Q-201] the choice "%s" is of the bot around the form',
  choiceId => {
    const customer = new Customer('ipp').tells('Nakato Mary|4/3/1991')
    const { values, at } = customer.state
    customer.take({ text: 'Male', choiceId, files: [] })
    expect(customer.outcome).toBe('not-an-answer')
    expect(customer.state).toMatchObject({ values, at, misses: 0 })
    expect(customer.says('later').take({ text: '', choiceId, files: [] }).outcome).toBe('not-an-answer')
    expect(customer.says('later').take({ text: '', choiceId: resumeChoice, files: [] }).outcome).toBe(
      'asking',
    )
  },
)

test('[Q-201] the same message again changes nothing and says nothing', () => {
  const customer = new Customer('ipp').says('Nakato Mary')
  const { state } = customer
  customer.again({ text: 'Nakato Mary', choiceId: null, files: [] })
  expect([customer.state, customer.replies, customer.outcome]).toEqual([state, [], 'asking'])
})

test('[Q-201] what is known is offered for a yes; no or another answer replaces it', () => {
  const known = { fullName: 'Nakato Mary', phoneNumber: '+256772123456' }
  expect(value(new Customer('ipp', known).says('ndiyo'), 'personal_details.full_name')).toBe('Nakato Mary')
  const other = new Customer('ipp', known).says('Nakato Marion')
  expect(value(other, 'personal_details.full_name')).toBe('Nakato Marion')
  const no = new Customer('ipp', known).presses('Change')
  expect(value(no, 'personal_details.full_name')).toBeUndefined()
  expect(no.heard).toContain('full name')
  // The name in a WhatsApp profile is often not a name for a policy.
  expect(new Customer('ipp', { fullName: '🌸 M' }).heard).toContain('What is your full name')
})

test('[Q-201] the words of a button are the button, and a summary is not repeated to who is misunderstood', () => {
  const customer = summed().says('perhaps')
  expect(customer.replies).toHaveLength(1)
  customer.says('change something')
  expect(asked(customer)).toBe('sections')
  customer.says('beneficiaries', 'okello james', 'share', '60')
  expect(customer.heard).toContain('The last one is: Okello James')
  customer.says('give the rest', 'Submit', 'yes, i agree', 'No')
  expect(customer.heard).toContain('Without this')
})

test('[Q-201] a question is asked in the language of the moment', () => {
  const customer = new Customer('ipp')
  customer.language = 'lg'
  customer.says('Nakato Mary')
  expect(customer.heard).toContain('Wazaalibwa ddi?')
  customer.language = 'sw'
  customer.says('jana')
  expect(customer.heard).toContain('Nahitaji siku, mwezi na mwaka')
  customer.says('4 machi 1991', 'mwanamke')
  expect(value(customer, 'personal_details.gender')).toBe('FEMALE')
  expect(languages).toEqual(['en', 'lg', 'sw'])
})

test('[Q-201] shares add up to 100: too much is refused with what is left, too little is asked on', () => {
  const customer = answered().says('change beneficiary 1').presses('Share').says('60')
  expect(asked(customer)).toBe('more')
  expect(customer.heard).toContain('40%')
  customer.presses('Add another').says('Okello Grace', 'child', 'skip', 'skip', '50')
  expect(customer.heard).toContain('at most 40')
  customer.says('1%').says('change beneficiary 2').presses('Share').says('1')
  expect(value(customer, 'beneficiaries.1.percentage')).toBe(40)
  expect(asked(customer)).toBe('document')
  customer.says('change beneficiary 2').presses('Remove this person')
  expect(asked(customer)).toBe('more')
  customer.presses('Give the rest')
  expect(applicationOf(customer.state).form_data.beneficiaries).toMatchObject([
    { name: 'Okello James', percentage: 100 },
  ])
  customer.says('change beneficiaries').presses('Add another')
  expect(customer.heard).toContain('100% already')
})

test('[Q-201] who is removed takes their answers along, and those behind move up with theirs', () => {
  const customer = answered().says('change beneficiary 1').presses('Share').says('60', 'add')
  customer.says('Okello Grace', 'child', '0782 123 456', 'skip', 'rest')
  customer.says('change beneficiary 1').presses('Remove this person').says('rest')
  const { form_data, provenance } = applicationOf(customer.state)
  expect(form_data.beneficiaries).toEqual([
    {
      name: 'Okello Grace',
      relationship: 'CHILD',
      phone_number: '+256782123456',
      id_number: null,
      percentage: 100,
    },
  ])
  expect(Object.keys(provenance).filter(path => path.startsWith('beneficiaries.1'))).toEqual([])
})

test('[Q-201] files are taken for the document that is asked, several until "done"', () => {
  const customer = answered().sends(photo('1'))
  expect(customer.heard).toContain('Files received: 1')
  customer.sends(photo('2', 'application/pdf'), photo('3', 'audio/ogg'))
  expect(customer.heard).toContain('only take photos and PDF')
  expect(customer.state.documents.map(({ attachment_id, type }) => [attachment_id, type])).toEqual([
    ['1', 'ID_DOCUMENT'],
    ['2', 'ID_DOCUMENT'],
  ])
  expect(customer.presses('Remove these').state.documents).toEqual([])
  customer.sends(photo('4', null)).says('finished')
  expect(asked(customer)).toBe('summary')
})

test('[Q-201] a file at any other moment is kept for the document that the customer names', () => {
  const customer = new Customer('ipp').says('Nakato Mary').sends(photo('1'))
  expect(customer.heard).toContain('Which document is it?')
  // The customer may answer the open question first.
  customer.says('4/3/1991')
  expect(value(customer, 'personal_details.date_of_birth')).toBe('1991-03-04')
  expect(customer.heard).toContain('Which document is it?')
  customer.presses('ID document')
  expect(customer.state.documents).toMatchObject([{ attachment_id: '1', type: 'ID_DOCUMENT' }])
  expect(asked(customer)).toBe('personal_details.gender')
  customer.sends(photo('2')).says('payslip')
  expect(customer.state.documents[1]).toMatchObject({ attachment_id: '2', type: 'INCOME_PROOF' })
  customer.take({ text: 'my ID', choiceId: null, files: [photo('3')] })
  expect(customer.state.documents[2]).toMatchObject({ attachment_id: '3', type: 'ID_DOCUMENT' })
  customer.sends(photo('4')).presses('Not a document')
  expect(customer.state).toMatchObject({ files: [], aside: null })
  expect(customer.state.documents).toHaveLength(3)
})

test('[Q-201] a file without a name is not forgotten, whatever is done meanwhile', () => {
  const customer = summed().sends(photo('1')).says('change my email', 'mary@example.com', 'submit')
  expect(customer.heard).toContain('Which document is it?')
  customer.says('cancel', 'no')
  expect(customer.heard).toContain('Which document is it?')
  customer.says('later', 'continue')
  expect(customer.heard).toContain('Which document is it?')
  customer.presses('ID document').says('submit')
  expect(asked(customer)).toBe('consent')
  expect(customer.state.documents).toMatchObject([{ attachment_id: '1', type: 'ID_DOCUMENT' }])
})

test('[Q-201] a file at the last moment is named before the form is sent, and the declaration holds until a change', () => {
  const ready = () => summed().presses('Submit', 'Yes, I agree').sends(photo('1')).says('yes')
  const customer = ready()
  expect(customer.outcome).toBe('asking')
  expect(customer.heard).toContain('Which document is it?')
  customer.presses('ID document', 'Submit')
  expect(customer.outcome).toBe('submitted')
  for (const change of ['change my email|mary@example.com', 'change gender|skip']) {
    const other = ready().presses('ID document').tells(change).says('submit')
    expect(other.heard).toContain('true and complete')
  }
  const shared = ready().presses('ID document').says('change beneficiary 1').presses('Share').says('60')
  shared.tells('add|Okello Grace|child|skip|skip|rest|submit|yes')
  expect(shared.outcome).toBe('submitted')
  const removed = ready().presses('ID document').says('change beneficiary 1').presses('Remove this person')
  expect(removed.state.consents.information_is_true).toBeUndefined()
})

test('[Q-201] a long answer is repeated apart from the buttons of the next question', () => {
  const customer = new Customer('lib').tells(
    `Nakato Mary|4/3/1991|skip|skip|passport|B1234567|skip|0772 123 456|skip|skip|Plot 4, Jinja Road|skip|student|family|20m
     10|monthly|100k|momo|yes`,
  )
  customer.says(Array.from({ length: 20 }, (_, n) => `${'a long illness '.repeat(4)}${n}`).join(' and '))
  expect(customer.replies).toHaveLength(2)
  expect(customer.replies[0]?.text.length).toBeGreaterThan(1_024)
  expect(customer.replies[1]).toMatchObject({
    text: 'Do you smoke?',
    choices: [{ title: 'Yes' }, { title: 'No' }],
  })
})

test('[Q-201] a document that came early is not asked for', () => {
  const customer = new Customer('ipp')
    .sends(photo('1'))
    .presses('ID document')
    .tells(
      `Nakato Mary|4/3/1991|skip|skip|passport|B1234567|skip|0772 123 456|skip|skip|Plot 4, Jinja Road|skip
       student|50k|skip|momo|1/12|skip|skip|skip|Okello James|husband|skip|skip|all`,
    )
  expect(asked(customer)).toBe('summary')
})

test('[Q-201] without consent nothing is sent; a declaration is given anew after a change', () => {
  const customer = summed().presses('Submit', 'No')
  expect(customer.heard).toContain('Without this')
  expect(asked(customer)).toBe('summary')
  customer.presses('Submit', 'Yes, I agree')
  expect(customer.outcome).toBe('asking')
  customer.says('change my email', 'mary@example.com', 'submit')
  expect(customer.heard).toContain('true and complete')
  customer.says('nedda')
  expect(customer.state.submitted_at).toBeNull()
  customer.says('submit', 'yes')
  expect(customer.outcome).toBe('submitted')
  expect(customer.state.consents.information_is_true?.message_id).toBe(customer.messageId)
  const { state } = customer
  customer.says('back')
  expect([customer.state, customer.replies, customer.outcome]).toEqual([state, [], 'submitted'])
})

test('[Q-201] a yes to another question is no consent', () => {
  const customer = summed().says('cancel')
  const [cancel] = customer.replies.flatMap(({ choices = [] }) => choices)
  customer
    .says('no')
    .presses('Submit')
    .take({ text: 'Yes, cancel', choiceId: cancel?.id ?? '', files: [] })
  expect(customer.state).toMatchObject({ consents: {}, status: 'asking' })
  customer.take({ text: 'Yes', choiceId: 'form.agree:information_is_true', files: [] })
  expect(customer.state.consents).toEqual({})
})

test('[Q-201] eight beneficiaries are the most', () => {
  const customer = summed().says('change beneficiary 1').presses('Share').says('10')
  for (let n = 1; n < 8; n += 1) {
    customer.says('add', `Okello ${'ABCDEFGH'[n]}nna`, 'child', 'skip', 'skip', n === 7 ? 'rest' : '10')
  }
  expect(asked(customer)).toBe('summary')
  expect(customer.heard).toContain('8. Share: 30%')
  customer.says('change beneficiaries')
  expect(customer.heard).toContain('8. Okello Hnna')
  expect(customer.heard).not.toContain('[Add another]')
  customer.says('change beneficiary 1').presses('Share').says('5')
  expect(customer.heard).not.toContain('[Add another]')
  customer.says('add another')
  expect(customer.heard).toContain('no room for another person')
})
