/**
 * What can be said above a thread, the most urgent first: what makes everything else on the screen untrue, what an agent has
 * just tried in vain, what runs out, and what is only good to know.
 * That there is no connection is no banner: the top bar says it on every screen.
 */
export const deskBanners = [
  'unloaded',
  'answer-failed',
  'offered-here',
  'snooze-failed',
  'behind',
  'continued',
  'astray',
  'tickets-failed',
  'snoozed',
  'in-queue',
  'offered-away',
] as const

export type DeskBanner = (typeof deskBanners)[number]

/** What holds of them, in order of urgency: one stands above the thread at a time, and how many more there are beside it. */
export const byUrgency = (holds: (banner: DeskBanner) => boolean): readonly DeskBanner[] =>
  deskBanners.filter(holds)
