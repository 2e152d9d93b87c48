import type { AssistFailure } from '@parley/core/assist/constants'

/** What happened, and what to do about it, for whoever asked. */
export const failureWords: Readonly<Record<AssistFailure, string>> = {
  unreachable: 'Assist cannot be reached. Go on without it, and tell your administrator if it stays',
  'timed-out': 'Assist took too long. Ask again, or go on without it',
  refused: 'Assist does not let us in. Tell your administrator to look at ASSIST_TOKEN',
  'too-often': 'Assist takes no more requests right now. Ask again in a minute',
  'server-error': 'Assist has trouble of its own. Ask again in a minute',
  'not-taken':
    'Assist does not take our requests. Tell your administrator to look at ASSIST_URL and ASSIST_MODEL',
  unreadable: 'Assist gave no answer that can be read. Ask again, or go on without it',
  empty: 'Assist had nothing to say. Go on without it',
  'too-long': 'Assist said more than fits. Ask for less at once, or go on without it',
}
