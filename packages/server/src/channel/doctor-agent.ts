/** What the doctor calls itself when it looks at the webhook. */
export const doctorAgent = 'parley-doctor'
