import { msg, t } from '@parley/core/text/translate'
import { filterOfView } from '@parley/core/saved-views/rules'
import { awayWords } from '@parley/core/agents/rules'
import { chosenStatuses, type OwnStatus } from '@parley/core/agents/constants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type CommandId, commandIds, commandOf } from '../commands/catalogue.ts'
import { runCommand, runnable } from '../commands/live.ts'
import { cannedReplyWords, settingsSections, withSettings } from '../commands/settings-sections.ts'
import { servedAreas } from '../data/capabilities/queries.ts'
import { useSavedViews } from '../data/saved-views/saved-views.ts'
import { useComeBack } from '../data/agents/own-status.ts'
import { statusAsked } from '../data/agents/queries.ts'
import { type RecentSearches, useRecentSearches, useFirstHits } from '../data/search/search.ts'
import {
  PaletteDialog,
  paletteEntries,
  type PaletteEntry,
  plain,
} from '../features/palette/PaletteDialog.tsx'
import { paramsOf } from '../features/inbox/list-filter.ts'
import { useSession } from '../data/session/session.ts'
import { linesOf } from '../features/search/hit-lines.tsx'
import { useStore } from '../store.ts'
import { useSettled } from '../ui/hooks/use-settled.ts'
import { useManageScreens } from './routes.tsx'

const settleMs = 200

/** One field for what can be done here, the screens, and the first of what the search of everything finds. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), settleMs)
  const recent = useRecentSearches(useSession()?.user.id ?? '')
  const found = useFound(search, recent.add)
  const screens = useScreens(typed.trim() !== '')
  const navigate = useNavigate()
  const everything = entryOf(
    'Go to',
    'everything',
    t('Search everything for “{typed}”', { typed: typed.trim() }),
    () => {
      recent.add(typed)
      void navigate(searchPath(typed.trim()))
    },
  )
  const entries = paletteEntries(
    typed,
    [...found.entries, everything],
    [...useDoable(), ...useStatuses(), ...useViews(), ...screens],
    useSearches(recent),
  )
  return (
    <PaletteDialog
      typed={typed}
      onType={setTyped}
      entries={entries}
      busy={typed.trim() !== '' && (found.busy || search !== typed.trim())}
      onClose={onClose}
    />
  )
}

/** An entry whose name has no marks; `more`: what it has besides. */
const entryOf = (
  group: PaletteEntry['group'],
  id: string,
  name: string,
  run: () => void,
  more?: Partial<PaletteEntry>,
): PaletteEntry => ({ id, group, name: plain(name), detail: [], run, ...more })

const hitKinds = [
  ['people', msg('Customers')],
  ['messages', msg('Messages')],
  ['tickets', msg('Tickets')],
  ['applications', msg('Applications')],
] as const

const searchPath = (text: string): string => `/search?${new URLSearchParams({ q: text })}`

/** What was searched for last, and a way to forget it. */
function useSearches({ texts, remove, clear }: RecentSearches): readonly PaletteEntry[] {
  const navigate = useNavigate()
  if (texts.length === 0) return []
  const group = msg('Recent searches')
  const entries = texts.map(text =>
    entryOf(group, `recent ${text}`, text, () => void navigate(searchPath(text)), {
      detail: plain(t('Del removes it')),
      remove: () => remove(text),
    }),
  )
  return [...entries, entryOf(group, 'forget', t('Remove all recent searches'), clear)]
}

function useFound(search: string, note: (search: string) => void) {
  const navigate = useNavigate()
  const { reply, busy } = useFirstHits(search)
  if (reply === null) return { entries: [], busy }
  const entries = hitKinds.flatMap(([kind, group]) =>
    linesOf(kind, [reply]).map(
      ({ key, to, title, text, badge, at }): PaletteEntry => ({
        id: `${kind} ${key}`,
        group,
        name: title,
        detail: text,
        ...(kind === 'messages' ? { at } : { badge }),
        run: () => {
          note(search)
          void navigate(to)
        },
      }),
    ),
  )
  return { entries, busy }
}

/** Commands that lead to a screen stand among the screens. */
const isScreen = (id: CommandId): boolean => id.startsWith('go.')

function useDoable(): readonly PaletteEntry[] {
  const live = useStore(runnable)
  const doable = commandIds.filter(id => live.has(id) && id !== 'palette')
  return [...doable.filter(id => !isScreen(id)), ...doable.filter(isScreen)].map(id => {
    const group = isScreen(id) ? msg('Go to') : msg('Commands')
    return entryOf(group, id, commandOf(id).name, () => void runCommand(id), { command: id })
  })
}

/** The saved views of the list of conversations. */
function useViews(): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { data: views = [] } = useSavedViews()
  return views.map(({ id, name, scope, filter }) => {
    const open = () => void navigate(`/conversations?${paramsOf(filterOfView(filter), id)}`)
    const detail = plain(scope === 'shared' ? t('Shared view') : t('Your view'))
    return entryOf('Go to', `view ${id}`, t('View: {name}', { name }), open, { detail })
  })
}

/** The screens beyond the desk, the sections of the settings, and once something is typed the single settings in them. */
function useScreens(isTyped: boolean): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const may = useQuery(servedAreas).data?.may ?? []
  const replies = {
    path: '/canned-replies',
    name: t('Canned replies'),
    words: cannedReplyWords,
    within: null,
  }
  const sections = withSettings(
    settingsSections.filter(({ policy, name }) => may.includes(policy) && name !== replies.name),
  )
  const own = {
    path: '/account',
    name: t('Your account'),
    words: t('password 2fa second factor sessions devices sign-in'),
    within: null,
  }
  const screens = useManageScreens()
    .filter(({ path }) => !sections.some(section => section.path === path))
    .map(({ path, title }) => ({ path, name: title, words: '', within: null }))
  const entries = [replies, ...screens, ...sections.filter(({ within }) => isTyped || within === null), own]
  return entries.map(({ path, name, words, within }) =>
    entryOf('Go to', `${path} ${name}`, name, () => void navigate(path), {
      words,
      detail: plain(within ?? ''),
    }),
  )
}

/** What one says of oneself. */
function useStatuses(): readonly PaletteEntry[] {
  const comeBack = useComeBack()
  const entry = (id: OwnStatus, name: string, run: () => void) =>
    entryOf('Commands', `status ${id}`, t('Status: {name}', { name }), run)
  return [
    entry('AVAILABLE', t('Available'), () => void comeBack()),
    ...chosenStatuses.map(status => entry(status, t(awayWords[status]), () => statusAsked.set(status))),
  ]
}
