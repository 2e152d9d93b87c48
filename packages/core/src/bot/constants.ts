/** The most texts of a customer in one trial. */
export const mostTriedTexts = 30
