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
  /** Single settings on its screen that have words of their own, by their labels. */
  readonly settings: readonly Named[]
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
      { name: t('When an agent has a conversation'), words: t('owner take claim assign') },
      {
        name: t('When customers see that their messages are read'),
        words: t('blue ticks typing read receipts'),
      },
      {
        name: t('When customers are asked how they were served'),
        words: t('satisfaction survey rating stars csat feedback'),
      },
      { name: t('Undo send (seconds)'), words: t('delay unsend take back') },
      { name: t('Minutes until a wait is amber'), words: t('sla waiting queue colour red') },
    ],
  },
  {
    path: '/settings/people',
    name: t('People'),
    words: t('users accounts agents team members invite department capacity disable password reset'),
    policy: 'people',
    settings: [],
  },
  {
    path: '/settings/roles',
    name: t('Roles and visibility'),
    words: t('permissions rights access administrator supervisor'),
    policy: 'settings',
    settings: [
      {
        name: t('Who sees the conversations of another department'),
        words: t('visibility privacy restrict'),
      },
      { name: t('Who sees the figures of a colleague'), words: t('statistics performance') },
      { name: t('Who approves and rejects applications'), words: t('ipp lib decide') },
    ],
  },
  {
    path: '/settings/channels',
    name: t('Numbers and channels'),
    words: t('whatsapp phone webhooks connection health meta'),
    policy: 'channel',
    settings: [],
  },
  {
    path: '/settings/templates',
    name: t('Templates'),
    words: t('whatsapp message approved rejected paused marketing utility'),
    policy: 'settings',
    settings: [
      {
        name: t('Template that tells customers how their application stands'),
        words: t('news notice status'),
      },
    ],
  },
  {
    path: '/settings/hours',
    name: t('Business hours'),
    words: t('holidays opening times closed calendar week weekend schedule public'),
    policy: 'bot',
    settings: [],
  },
  {
    path: '/settings/routing',
    name: t('Routing'),
    words: t('who takes over offers assign automatically skills rules distribution'),
    policy: 'bot',
    settings: [],
  },
  {
    path: '/settings/bot',
    name: t('Bot'),
    words: t('answers knowledge automatic replies faq assist chatbot'),
    policy: 'bot',
    settings: [],
  },
  {
    path: '/settings/canned-replies',
    name: t('Canned replies'),
    words: cannedReplyWords,
    policy: 'shared-replies',
    settings: [],
  },
  {
    path: '/settings/customer-data',
    name: t('Customers’ data'),
    words: t('gdpr privacy personal protection retention'),
    policy: 'personal-data',
    settings: [
      {
        name: t('Export or erase a customer'),
        words: t('delete forget gdpr download right data request'),
      },
      {
        name: t('Days for which messages and files are kept'),
        words: t('retention delete old storage'),
      },
      { name: t('Days for which raw webhooks are kept'), words: t('retention delete') },
      { name: t('Days for which refused webhooks are kept'), words: t('retention delete') },
      { name: t('Days for which the audit log is kept'), words: t('retention delete') },
    ],
  },
  {
    path: '/settings/security',
    name: t('Security'),
    words: t('sign-in login password'),
    policy: 'settings',
    settings: [
      {
        name: t('Who must have a second factor'),
        words: t('2fa mfa two-factor authentication authenticator'),
      },
    ],
  },
  {
    path: '/settings/backups',
    name: t('Backups'),
    words: t('restore copy save export everything disaster recovery'),
    policy: 'settings',
    settings: [],
  },
  {
    path: '/settings/jobs',
    name: t('Background jobs'),
    words: t('failed retry tasks queue'),
    policy: 'settings',
    settings: [],
  },
  {
    path: '/settings/audit',
    name: t('Audit log'),
    words: t('who changed did history trail record activity'),
    policy: 'audit',
    settings: [],
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
  sections.flatMap(({ path, name, words, settings }) => [
    { path, name, words, within: null },
    ...settings.map(setting => ({ ...setting, path, within: name })),
  ])

/** What is found for what was typed, names that begin with it first. */
export function findSettings(typed: string, sections: readonly SettingsSection[]): readonly FoundSetting[] {
  const begins = (name: string) => partsOf(name).join(' ').startsWith(partsOf(typed).join(' '))
  return withSettings(sections)
    .filter(named => isNamed(typed, named))
    .toSorted((a, b) => Number(begins(b.name)) - Number(begins(a.name)))
}
