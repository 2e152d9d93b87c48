import type { ApplicationKind } from '@parley/core/applications/application'
import { formSections } from '@parley/core/applications/form'
import type { Words } from '../language.ts'
import { type Field, sectionOf } from './field.ts'
import { beneficiary, mostBeneficiaries } from './fields/beneficiary.ts'
import { health, policy } from './fields/life.ts'
import { contribution, investment } from './fields/pension.ts'
import { contact, employment, personal } from './fields/person.ts'

const everyForm = (kind: ApplicationKind): readonly Field[] => [
  ...sectionOf(kind, 'personal_details', personal),
  ...sectionOf(kind, 'contact_details', contact),
  ...sectionOf(kind, 'employment_details', employment),
]

/** The questions of each form, in order. The questions about each beneficiary follow. */
export const fieldsOf: Readonly<Record<ApplicationKind, readonly Field[]>> = {
  ipp: [
    ...everyForm('ipp'),
    ...sectionOf('ipp', 'contribution_details', contribution),
    ...sectionOf('ipp', 'investment_preferences', investment),
  ],
  lib: [
    ...everyForm('lib'),
    ...sectionOf('lib', 'policy_details', policy),
    ...sectionOf('lib', 'health_information', health),
  ],
}

const beneficiaries: readonly (readonly Field[])[] = Array.from({ length: mostBeneficiaries }, (_, index) =>
  beneficiary(index),
)

/** The questions about one beneficiary, counted from 0; empty beyond the maximum. */
export const beneficiaryFieldsOf = (index: number): readonly Field[] => beneficiaries[index] ?? []

/** The question of a path; undefined for a path that the form does not have. */
export const fieldAt = (kind: ApplicationKind, path: string): Field | undefined =>
  path.startsWith('beneficiaries.')
    ? beneficiaryFieldsOf(Number(path.split('.')[1])).find(field => field.path === path)
    : fieldsOf[kind].find(field => field.path === path)

const local: Readonly<Record<string, readonly [lg: string, sw: string]>> = {
  personal_details: ['Ebikukwatako', 'Taarifa binafsi'],
  contact_details: ['Gye tukufunira', 'Mawasiliano'],
  employment_details: ['Omulimu', 'Kazi'],
  contribution_details: ['Okutereka', 'Mchango'],
  investment_preferences: ['Okusiga ssente', 'Uwekezaji'],
  policy_details: ['Policy', 'Bima'],
  health_information: ['Obulamu', 'Afya'],
}

export interface Section {
  readonly name: string
  /** At most 24 characters. */
  readonly label: Words
}

/** The sections of a form that have fields of their own, in their order, then beneficiaries and documents. */
export const sectionsOf = (kind: ApplicationKind): readonly Section[] => [
  ...formSections[kind].map(({ name, label }) => ({
    name,
    label: { en: label, lg: local[name]?.[0] ?? label, sw: local[name]?.[1] ?? label },
  })),
  { name: 'beneficiaries', label: { en: 'Beneficiaries', lg: 'Abanaafuna', sw: 'Wanufaika' } },
  { name: 'documents', label: { en: 'Documents', lg: 'Ebiwandiiko', sw: 'Hati' } },
]
