import { businessNumbersOf } from './business.ts'

/** A number of the business, where any will do. */
export const businessNumber = businessNumbersOf([
  {
    id: '100000000000001',
    displayPhoneNumber: '256200000000',
    name: 'Simulated business',
    accessToken: 'demo-access-token',
    accountId: '100000000000002',
  },
]).first
