/** "Pending documents" for PENDING_DOCUMENTS. */
export const inWords = (code: string): string =>
  code.slice(0, 1) + code.slice(1).toLowerCase().replaceAll('_', ' ')
