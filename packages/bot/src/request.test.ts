import { ippForm, ippOf, libForm, libOf } from '@parley/core/application.fixture'
import { openPoints, pointsToAskFor } from '@parley/core/applications/open-points'
import { languages } from '@parley/core/text/languages'
import { describe, expect, test } from 'vitest'
import { type Request, requestText } from './request.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const requestOf = (application: ReturnType<typeof ippOf> | ReturnType<typeof libOf>): Request => ({
  kind: application.kind,
  number: 'IPP-7',
  firstName: 'Prossy',
  points: pointsToAskFor(application, openPoints(application, now)),
  beneficiaries: application.form_data.beneficiaries.map(({ name }) => name),
})
const poor = ippOf(7, {
  status: 'REJECTED',
  form_data: {
    ...ippForm,
    personal_details: { ...ippForm.personal_details, full_name: null, id_number: 'CM91' },
    contribution_details: { ...ippForm.contribution_details, monthly_contribution: 0 },
    beneficiaries: ippForm.beneficiaries.map((one, at) =>
      at === 0 ? { ...one, percentage: 20 } : { ...one, name: ' ', relationship: null },
    ),
  },
  attachments: [],
})

describe('[Q-241] what a customer is asked for', () => {
  test('in English, with what is missing and what is wanted once more', () => {
    expect(requestText(requestOf(poor), 'en').split('\n')).toEqual([
      'Hello Prossy, to go on with your application IPP-7 we need from you:',
      '- Full name',
      '- ID number, once more',
      '- Monthly contribution, once more',
      '- Beneficiary 2: Name',
      '- Beneficiary 2: Relationship',
      '- The shares of your beneficiaries: together they have to be 100%',
      '- ID document',
      '- Proof of income',
    ])
  })
  test('in Swahili by the names of the form in the chat', () => {
    expect(requestText(requestOf(poor), 'sw').split('\n')).toEqual([
      'Habari Prossy, ili tuendelee na ombi lako IPP-7 tunahitaji kutoka kwako:',
      '- Jina kamili',
      '- Namba ya kitambulisho, tena',
      expect.stringMatching(/^- .*, tena$/),
      '- Mnufaika 2: Jina',
      '- Mnufaika 2: Uhusiano',
      '- Sehemu za wanufaika wako: zote pamoja lazima ziwe 100%',
      '- Kitambulisho',
      '- Uthibitisho wa pato',
    ])
  })
  test('in Luganda no word of English is left', () => {
    const said = requestText(requestOf(poor), 'lg')
    expect(said).toMatch(/^Mulimu mutya Prossy, okugenda mu maaso n’okusaba kwo IPP-7 /)
    expect(said).not.toMatch(/once more|number|contribution|Proof|your|Name/)
  })
  test('nobody is greeted by a name that they did not give, and the sentence begins like one', () => {
    const nameless = { ...requestOf(poor), firstName: null }
    expect(languages.map(language => requestText(nameless, language).split(' ')[0])).toEqual([
      'To',
      'Okugenda',
      'Ili',
    ])
  })
  test('nothing that a customer wrote is read as a place of the text', () => {
    const named = { ...requestOf(poor), firstName: '{number}', beneficiaries: ['Ruth', '{what}'] }
    expect(requestText(named, 'en')).toMatch(/^Hello \{number\}, to go on with your application IPP-7 /)
    expect(requestText(named, 'en')).toContain('- {what}: Relationship')
  })
  test('of health it names the question, and nothing that was answered', () => {
    const ill = libOf(7, {
      form_data: {
        ...libForm,
        health_information: { ...libForm.health_information, existing_conditions: ['Asthma'] },
      },
    })
    expect(requestText(requestOf(ill), 'en').split('\n').slice(1)).toEqual(['- Conditions, once more'])
  })
})
