import { t } from '@parley/core/text/translate'
import { statusLine } from '@parley/core/agents/rules'
import type { AfterFinishing } from '@parley/core/conversations/finish'
import {
  CircleCheck,
  CircleMinus,
  Coffee,
  LogOut,
  MessageSquareQuote,
  Sunset,
  TicketCheck,
  UserRound,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { useComeBack } from '../../data/agents/own-status.ts'
import { statusAsked, useAgent } from '../../data/agents/queries.ts'
import { choose, useChoice } from '../../data/session/preferences.ts'
import { signOut, useSession } from '../../data/session/session.ts'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/Menu.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { chooseTheme, type Theme, useTheme } from '../theme.ts'
import { useOfferedScreens } from '../routes.tsx'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: t('System') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
]

/** Once a conversation was resolved, snoozed or handed over. */
const afterwards: readonly { value: AfterFinishing; label: string }[] = [
  { value: 'next', label: t('Open the next conversation') },
  { value: 'list', label: t('Go back to the list') },
  { value: 'stay', label: t('Stay') },
]

export type AccountMenuProps = {
  trigger: ReactElement<Record<string, unknown>>
  /** The press that asked for the menu came before its code did. */
  openAtOnce: boolean
  /** Where there is no Logout button beside it. */
  withLogout: boolean
}

/** What the agent says of themselves, the way to the own account, the choices of theme and of what follows a finished conversation, and on a phone the screens that have no place in its navigation and the way out. */
export function AccountMenu({ trigger, openAtOnce, withLogout }: AccountMenuProps) {
  const theme = useTheme()
  const finishing = useChoice('afterFinishing')
  const manage = useOfferedScreens()
  const navigate = useNavigate()
  return (
    <Menu trigger={trigger} side="top" defaultOpen={openAtOnce}>
      <StatusItems />
      <MenuSeparator />
      <MenuItem icon={<UserRound size={15} aria-hidden="true" />} onSelect={() => void navigate('/account')}>
        {t('Your account')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label={t('Theme')} value={theme} onChange={chooseTheme} choices={themes} />
      <MenuSeparator />
      <MenuChoice
        label={t('After finishing')}
        value={finishing}
        onChange={next => choose('afterFinishing', next)}
        choices={afterwards}
      />
      {withLogout && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<TicketCheck size={15} aria-hidden="true" />}
            onSelect={() => void navigate('/tickets')}
          >
            {t('Tickets')}
          </MenuItem>
          <MenuItem
            icon={<MessageSquareQuote size={15} aria-hidden="true" />}
            onSelect={() => void navigate('/canned-replies')}
          >
            {t('Canned replies')}
          </MenuItem>
          {manage.map(({ path, title, icon: Icon }) => (
            <MenuItem
              key={path}
              icon={<Icon size={15} aria-hidden="true" />}
              onSelect={() => void navigate(path)}
            >
              {title}
            </MenuItem>
          ))}
          <MenuItem icon={<LogOut size={15} aria-hidden="true" />} onSelect={() => void signOut()}>
            {t('Logout')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** What one says of oneself: available at once, the others after why and how long was asked. */
function StatusItems() {
  const navigate = useNavigate()
  const agent = useAgent(useSession()?.user.id ?? '')
  const now = useNow()
  const comeBack = useComeBack()
  const label =
    agent === null ? t('Status') : t('Status: {agent}', { agent: statusLine(agent, now.getTime()) })
  return (
    <MenuGroup label={label}>
      <MenuItem
        icon={<CircleCheck size={15} aria-hidden="true" />}
        disabled={agent?.is_online === true}
        onSelect={() => void comeBack()}
      >
        {t('Available')}
      </MenuItem>
      <MenuItem icon={<CircleMinus size={15} aria-hidden="true" />} onSelect={() => statusAsked.set('BUSY')}>
        {t('Busy…')}
      </MenuItem>
      <MenuItem icon={<Coffee size={15} aria-hidden="true" />} onSelect={() => statusAsked.set('ON_BREAK')}>
        {t('On a break…')}
      </MenuItem>
      <MenuItem icon={<Sunset size={15} aria-hidden="true" />} onSelect={() => void navigate('/shift')}>
        {t('End of shift')}
      </MenuItem>
    </MenuGroup>
  )
}
