import { LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { signOut } from '../data/session/session.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export type AccountMenuProps = {
  trigger: ReactElement<Record<string, unknown>>
  /** The press that asked for the menu came before its code did. */
  openAtOnce: boolean
  /** Where there is no Logout button beside it. */
  withLogout: boolean
}

/** The choice of theme, and on a phone the way out. */
export function AccountMenu({ trigger, openAtOnce, withLogout }: AccountMenuProps) {
  const theme = useTheme()
  return (
    <Menu trigger={trigger} side="top" defaultOpen={openAtOnce}>
      <MenuChoice label="Theme" value={theme} onChange={chooseTheme} choices={themes} />
      {withLogout && (
        <>
          <MenuSeparator />
          <MenuItem icon={<LogOut size={15} aria-hidden="true" />} onSelect={() => void signOut()}>
            Logout
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
