/** So many texts of a customer are tried in a row at most. */
export const mostTriedTexts = 30
