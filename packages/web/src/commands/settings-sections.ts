import type { PolicyName } from '@parley/core/access/policies'
import { fold } from '@parley/core/text/fold'
import { t } from '@parley/core/text/translate'

/** Something that people look for by its name, or by other words for it. */
interface Named {
  readonly name: string
  /** Other words that people use, separated by spaces. */
  readonly words: string
}

export interface SettingsSection extends Named {
  readonly path: `/settings/${string}`
  /** Its screen is for those whom this lets in. */
  readonly policy: PolicyName
  /** Single settings on its screen that have words of their own: their labels, and those words. */
  readonly settings?: readonly (readonly [name: string, words: string])[]
}

/** Other words for canned replies, which agents have as a screen of their own. */
export const cannedReplyWords = t('snippets shortcuts quick macros saved')

/** The sections of the administration, in the order of the list: for that list, its search, the palette and the routes. */
export const settingsSections: readonly SettingsSection[] = [
  {
    path: '/settings/workspace',
    name: t('Workspace'),
    words: t('general company'),
    policy: 'settings',
    settings: [
      [t('When an agent has a conversation'), t('owner take claim assign')],
      [t('When customers see that their messages are read'), t('blue ticks typing read receipts')],
      [
        t('When customers are asked how they were served'),
        t('satisfaction survey rating stars csat feedback'),
      ],
      [t('Undo send (seconds)'), t('delay unsend take back')],
      [t('Minutes until a wait is amber'), t('sla waiting queue colour red')],
    ],
  },
  {
    path: '/settings/people',
    name: t('People'),
    words: t('users accounts agents team members invite department capacity disable password reset'),
    policy: 'people',
  },
  {
    path: '/settings/roles',
    name: t('Roles and visibility'),
    words: t('permissions rights access administrator supervisor'),
    policy: 'settings',
    settings: [
      [t('Who sees the conversations of another department'), t('visibility privacy restrict')],
      [t('Who sees the figures of a colleague'), t('statistics performance')],
      [t('Who approves and rejects applications'), t('ipp lib decide')],
    ],
  },
  {
    path: '/settings/channels',
    name: t('Numbers and channels'),
    words: t('whatsapp phone webhooks connection health meta'),
    policy: 'channel',
  },
  {
    path: '/settings/templates',
    name: t('Templates'),
    words: t('whatsapp message approved rejected paused marketing utility'),
    policy: 'settings',
    settings: [[t('Template that tells customers how their application stands'), t('news notice status')]],
  },
  {
    path: '/settings/hours',
    name: t('Business hours'),
    words: t('holidays opening times closed calendar week weekend schedule public'),
    policy: 'bot',
  },
  {
    path: '/settings/routing',
    name: t('Routing'),
    words: t('who takes over offers assign automatically skills rules distribution'),
    policy: 'bot',
  },
  {
    path: '/settings/bot',
    name: t('Bot'),
    words: t('answers knowledge automatic replies faq assist chatbot'),
    policy: 'bot',
  },
  {
    path: '/settings/canned-replies',
    name: t('Canned replies'),
    words: cannedReplyWords,
    policy: 'shared-replies',
  },
  {
    path: '/settings/customer-data',
    name: t('Customers’ data'),
    words: t('gdpr privacy personal protection retention'),
    policy: 'personal-data',
    settings: [
      [t('Export or erase a customer'), t('delete forget gdpr download right data request')],
      [t('Days for which messages and files are kept'), t('retention delete old storage')],
      [t('Days for which raw webhooks are kept'), t('retention delete')],
      [t('Days for which refused webhooks are kept'), t('retention delete')],
      [t('Days for which the audit log is kept'), t('retention delete')],
    ],
  },
  {
    path: '/settings/security',
    name: t('Security'),
    words: t('sign-in login password'),
    policy: 'settings',
    settings: [[t('Who must have a second factor'), t('2fa mfa two-factor authentication authenticator')]],
  },
  {
    path: '/settings/backups',
    name: t('Backups'),
    words: t('restore copy save export everything disaster recovery'),
    policy: 'settings',
  },
  {
    path: '/settings/jobs',
    name: t('Background jobs'),
    words: t('failed retry tasks queue'),
    policy: 'settings',
  },
  {
    path: '/settings/audit',
    name: t('Audit log'),
    words: t('who changed did history trail record activity'),
    policy: 'audit',
  },
]

/** What a search of the settings leads to: a section, or a single setting within one. */
interface FoundSetting extends Named {
  readonly path: string
  /** The name of the section, for a single setting. */
  readonly within: string | null
}

const partsOf = (text: string): readonly string[] =>
  fold(text)
    .split(/[\s/()-]+/)
    .filter(Boolean)

/** Whether each typed word begins a word of the name, or of the other words for it. */
function isNamed(typed: string, { name, words }: Named): boolean {
  const known = [...partsOf(name), ...partsOf(words)]
  return partsOf(typed).every(word => known.some(part => part.startsWith(word)))
}

/** Sections and single settings, each section before what is within it. */
export const withSettings = (sections: readonly SettingsSection[]): readonly FoundSetting[] =>
  sections.flatMap(({ path, name, words, settings = [] }) => [
    { path, name, words, within: null },
    ...settings.map(([setting, known]) => ({ path, name: setting, words: known, within: name })),
  ])

/** What is found for what was typed, names that begin with it first. */
export function findSettings(typed: string, sections: readonly SettingsSection[]): readonly FoundSetting[] {
  const begins = (name: string) => partsOf(name).join(' ').startsWith(partsOf(typed).join(' '))
  return withSettings(sections)
    .filter(named => isNamed(typed, named))
    .toSorted((a, b) => Number(begins(b.name)) - Number(begins(a.name)))
}
