export const documentTypes = [
  'OTHER',
  'ID_DOCUMENT',
  'INCOME_PROOF',
  'EMPLOYMENT_PROOF',
  'MEDICAL_REPORT',
  'BUSINESS_DOCUMENT',
  'FINANCIAL_DOCUMENT',
] as const
